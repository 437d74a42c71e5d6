(* What the checker writes of functions: slopes, continuity where a value is, and equal forms. *)

From Coq Require Import Reals Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
From banditproof Require Import rules checker_points checker_functions checker_ranges.
Open Scope R_scope.

(* ---- Slopes, at points around which the term has a value *)

Theorem rule_slope_variable x : derivable_pt_lim (fun t => t) x 1.
Proof. apply D_id. Qed.
Theorem rule_slope_fixed c x : derivable_pt_lim (fun _ => c) x 0.
Proof. apply D_const. Qed.
Theorem rule_slope_sum f g x a b c : derivable_pt_lim f x a -> derivable_pt_lim g x b ->
  derivable_pt_lim (fun t => c * f t + g t) x (c * a + b).
Proof.
  intros F G. apply (D_plus (f := fun t => c * f t)); [|easy].
  apply (D_eq (a := 0 * f x + c * a)); [|ring]. apply (D_mult (f := fun _ => c)); [apply D_const | easy].
Qed.
Theorem rule_slope_product f g x a b n : derivable_pt_lim f x a -> derivable_pt_lim g x b ->
  derivable_pt_lim (fun t => f t ^ S n * g t) x (INR (S n) * (a * f x ^ n * g x) + f x ^ S n * b).
Proof.
  intros F G. apply (D_eq (a := INR (S n) * f x ^ n * a * g x + f x ^ S n * b)); [|ring].
  apply (D_mult (f := fun t => f t ^ S n)); [|easy]. now apply D_pow.
Qed.
Theorem rule_slope_log f x a : derivable_pt_lim f x a -> 0 < f x ->
  derivable_pt_lim (fun t => ln (f t)) x (/ f x * a).
Proof. apply D_ln. Qed.
Theorem rule_slope_exp f x a : derivable_pt_lim f x a ->
  derivable_pt_lim (fun t => exp (f t)) x (exp (f x) * a).
Proof. apply D_exp. Qed.
Theorem rule_slope_xlogx f x a : derivable_pt_lim f x a -> 0 < f x ->
  derivable_pt_lim (fun t => xlogx (f t)) x ((1 + ln (f x)) * a).
Proof. apply D_xlogx. Qed.
Theorem rule_slope_tanh f x a : derivable_pt_lim f x a ->
  derivable_pt_lim (fun t => tanh (f t)) x ((1 + -1 * tanh (f x) * tanh (f x)) * a).
Proof. intros H. apply (D_eq (a := (1 - tanh (f x) ^ 2) * a)); [now apply D_tanh | ring]. Qed.
Theorem rule_slope_erf f x a : derivable_pt_lim f x a ->
  derivable_pt_lim (fun t => erf (f t)) x (2 * / sqrt PI * exp (-1 * f x * f x) * a).
Proof. intros H. exact (derivable_pt_lim_comp f erf x a _ H (erf_slope (f x))). Qed.
Theorem rule_slope_lambertw f x a : derivable_pt_lim f x a -> - exp (-1) < f x ->
  derivable_pt_lim (fun t => lambertw (f t)) x (/ (f x + exp (lambertw (f x))) * a).
Proof. intros H L. exact (derivable_pt_lim_comp f lambertw x a _ H (lambertw_slope (f x) L)). Qed.

Lemma D_ext f g x a : (forall t, f t = g t) -> derivable_pt_lim f x a -> derivable_pt_lim g x a.
Proof.
  intros E H eps He. destruct (H eps He) as (d & K). exists d. intros h. rewrite <- !E. auto.
Qed.
Lemma local_ext f g x a h : 0 < h -> (forall t, Rabs (t - x) < h -> f t = g t) ->
  derivable_pt_lim f x a -> derivable_pt_lim g x a.
Proof.
  intros Hh E H eps He. destruct (H eps He) as (d & K).
  assert (M : 0 < Rmin d h) by (apply Rmin_case; [apply cond_pos | easy]).
  exists (mkposreal _ M). intros t Nt Ht. simpl in Ht. rewrite <- !E.
  - apply K; [easy | exact (Rlt_le_trans _ _ _ Ht (Rmin_l _ _))].
  - rewrite Rminus_diag_eq, Rabs_R0; easy.
  - replace (x + t - x) with t by ring. exact (Rlt_le_trans _ _ _ Ht (Rmin_r _ _)).
Qed.
(* The slope of u^n is n u^(n - 1) u'. Where u is 0, a power n > 1 is flat. *)
Theorem rule_slope_power_positive f x a p q : derivable_pt_lim f x a -> 0 < f x ->
  derivable_pt_lim (fun t => power (f t) p q) x (rational p q * power (f x) (p - Z.pos q) q * a).
Proof.
  intros H Hx.
  assert (C : continuity_pt f x) by (apply derivable_continuous_pt; now exists a).
  destruct (C (f x) Hx) as (h & Hh & K).
  apply (local_ext (fun t => exp (rational p q * ln (f t))) _ x _ h Hh).
  - intros t Ht. symmetry. apply power_exp. destruct (Req_dec t x) as [->|N]; [easy|].
    assert (V : Rabs (f t - f x) < f x).
    { apply (K t). split; [split; [exact I | now apply not_eq_sym] | exact Ht]. }
    apply Rabs_def2 in V. lra.
  - apply (D_eq (a := exp (rational p q * ln (f x)) * (0 * ln (f x) + rational p q * (/ f x * a)))).
    + apply (D_exp (f := fun t => rational p q * ln (f t))).
      apply (D_mult (f := fun _ => rational p q) (g := fun t => ln (f t))); [apply D_const | now apply D_ln].
    + rewrite (power_exp (f x)) by easy.
      replace (rational (p - Z.pos q) q) with (rational p q - 1).
      * replace ((rational p q - 1) * ln (f x)) with (rational p q * ln (f x) + - ln (f x)) by ring.
        rewrite exp_plus, exp_Ropp, exp_ln by easy. field. lra.
      * unfold rational. rewrite minus_IZR. field. apply not_0_IZR. lia.
Qed.
Theorem rule_slope_power_whole f x a p : derivable_pt_lim f x a -> f x <> 0 ->
  derivable_pt_lim (fun t => power (f t) p 1) x (IZR p * power (f x) (p - 1) 1 * a).
Proof.
  intros H Hx. destruct p as [|n|n].
  - apply (D_eq (a := 0)); [exact (D_const 1) | simpl; ring].
  - assert (E : exists k, Pos.to_nat n = S k) by (exists (pred (Pos.to_nat n)); lia). destruct E as (k & E).
    apply (D_ext (fun t => f t ^ S k)); [intros t; unfold power; simpl; now rewrite E|].
    apply (D_eq (a := INR (S k) * f x ^ k * a)); [now apply D_pow|].
    rewrite power_whole. replace (Z.pos n - 1)%Z with (Z.of_nat k) by lia.
    rewrite <- pow_powerRZ. do 2 f_equal. rewrite <- E, INR_IZR_INZ. f_equal. lia.
  - assert (E : exists k, Pos.to_nat n = S k) by (exists (pred (Pos.to_nat n)); lia). destruct E as (k & E).
    apply (D_ext (fun t => / (f t ^ S k))); [intros t; unfold power; simpl; now rewrite E|].
    apply (D_eq (a := - (INR (S k) * f x ^ k * a) * / (f x ^ S k) ^ 2)).
    { apply (D_inv (f := fun t => f t ^ S k)); [now apply D_pow | now apply pow_nonzero]. }
    rewrite power_whole. replace (Z.neg n - 1)%Z with (- Z.of_nat (S (S k)))%Z by lia.
    rewrite powerRZ_neg by easy. rewrite <- pow_powerRZ, pow_inv.
    replace (IZR (Z.neg n)) with (- INR (S k)).
    + change (f x ^ S (S k)) with (f x * (f x * f x ^ k)). change (f x ^ S k) with (f x * f x ^ k).
      generalize (INR (S k)). intros i. field. split; [now apply pow_nonzero | easy].
    + rewrite <- E, INR_IZR_INZ, <- opp_IZR. f_equal. lia.
Qed.
Theorem rule_slope_power_at_0 f x a p q : derivable_pt_lim f x a -> f x = 0 -> (Z.pos q < p)%Z ->
  (q <> 1)%positive ->
  derivable_pt_lim (fun t => power (f t) p q) x (rational p q * power (f x) (p - Z.pos q) q * a).
Proof.
  intros H Hx Hpq Nq. rewrite Hx, power_at_0 by lia. rewrite Rmult_0_r, Rmult_0_l.
  set (r := rational p q). set (m := r - 1).
  assert (Hm : 0 < m).
  { unfold m, r, rational. assert (0 < IZR (Z.pos q)) by (apply IZR_lt; lia).
    assert (IZR (Z.pos q) < IZR p) by (apply IZR_lt; lia).
    assert (1 < IZR p / IZR (Z.pos q)); [|lra]. apply (Rmult_lt_reg_r (IZR (Z.pos q))); [easy|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  (* |f| <= c |h| beside x, so the quotient is at most c (c |h|)^m *)
  set (c := Rabs a + 1). assert (Hc : 0 < c) by (unfold c; assert (A := Rabs_pos a); lra).
  intros eps He. destruct (H 1 Rlt_0_1) as (d & K).
  set (s := exp (ln (eps / c) / m) / c).
  assert (Hs : 0 < s) by (apply Rmult_lt_0_compat; [apply exp_pos | now apply Rinv_0_lt_compat]).
  assert (M : 0 < Rmin d s) by (apply Rmin_case; [apply cond_pos | easy]).
  exists (mkposreal _ M). intros h Nh Hh. simpl in Hh.
  assert (H1 := Rlt_le_trans _ _ _ Hh (Rmin_l _ _)). assert (H2 := Rlt_le_trans _ _ _ Hh (Rmin_r _ _)).
  specialize (K h Nh H1). rewrite Hx in K |- *. rewrite power_at_0 by lia. rewrite !Rminus_0_r in *.
  assert (Ph : 0 < Rabs h) by now apply Rabs_pos_lt.
  assert (B : Rabs (f (x + h)) <= c * Rabs h).
  { replace (f (x + h)) with (f (x + h) / h * h) by (field; easy). rewrite Rabs_mult.
    apply Rmult_le_compat_r; [lra|]. unfold c.
    replace (f (x + h) / h) with ((f (x + h) / h - a) + a) by ring.
    assert (T := Rabs_triang (f (x + h) / h - a) a). lra. }
  unfold power. destruct (Pos.eqb_spec q 1) as [|_]; [easy|].
  destruct (Rlt_dec 0 (f (x + h))) as [P|P].
  - rewrite (Rabs_pos_eq (f (x + h))) in B by lra. unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
    rewrite (Rabs_pos_eq (exp _)) by (left; apply exp_pos). fold r.
    apply (Rmult_lt_reg_r (Rabs h)); [easy|]. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
    replace (r * ln (f (x + h))) with (ln (f (x + h)) + m * ln (f (x + h))) by (unfold m; ring).
    rewrite exp_plus, exp_ln by easy.
    assert (L : exp (m * ln (f (x + h))) < eps / c).
    { assert (0 < eps / c) by (apply Rmult_lt_0_compat; [easy | now apply Rinv_0_lt_compat]).
      rewrite <- (exp_ln (eps / c)) by easy. apply exp_increasing.
      apply Rlt_le_trans with (m * (ln (eps / c) / m)); [|right; field; lra].
      apply Rmult_lt_compat_l; [easy|]. rewrite <- (ln_exp (ln (eps / c) / m)). apply ln_increasing; [easy|].
      apply Rle_lt_trans with (c * Rabs h); [easy|].
      apply Rlt_le_trans with (c * s); [now apply Rmult_lt_compat_l|]. unfold s. right. field. lra. }
    apply Rle_lt_trans with (c * Rabs h * exp (m * ln (f (x + h)))).
    + apply Rmult_le_compat_r; [left; apply exp_pos | easy].
    + replace (eps * Rabs h) with (c * Rabs h * (eps / c)) by (field; lra).
      apply Rmult_lt_compat_l; [now apply Rmult_lt_0_compat | easy].
  - unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. easy.
Qed.

(* ---- Continuity where a value is *)

Theorem rule_continuous_log u : 0 < u -> continuity_pt ln u.
Proof. intros H. apply (C_ln (f := fun t => t)); [apply C_id | easy]. Qed.
Theorem rule_continuous_exp u : continuity_pt exp u.
Proof. apply (C_exp (f := fun t => t)), C_id. Qed.
Theorem rule_continuous_xlogx u : 0 <= u -> continuity_pt xlogx u.
Proof. intros H. apply (C_xlogx (f := fun t => t)); [apply C_id | easy]. Qed.
Theorem rule_continuous_tanh u : continuity_pt tanh u.
Proof. apply (C_tanh (f := fun t => t)), C_id. Qed.
Theorem rule_continuous_erf u : continuity_pt erf u.
Proof. apply erf_continuous. Qed.
Theorem rule_continuous_lambertw u : - exp (-1) < u -> continuity_pt lambertw u.
Proof. apply lambertw_continuous. Qed.
Theorem rule_continuous_power u p q : has_power u p q -> continuity_pt (fun t => power t p q) u.
Proof.
  intros H. destruct (Rlt_or_le 0 u) as [P|P].
  - apply derivable_continuous_pt. eexists. apply (rule_slope_power_positive (fun t => t)); [apply D_id | easy].
  - revert H. unfold has_power. destruct (Pos.eqb_spec q 1) as [->|Nq]; intros H.
    + destruct p as [|n|n].
      * exact (C_const 1).
      * apply (C_pow (f := fun t => t)), C_id.
      * destruct H as [H|H]; [lia|]. apply derivable_continuous_pt. eexists.
        apply (rule_slope_power_whole (fun t => t)); [apply D_id | easy].
    + destruct H as [H|[-> Hp]]; [lra|]. intros eps He.
      assert (Hr := rational_sign p q Hp). set (r := rational p q) in *.
      exists (exp (ln eps / r)). split; [apply exp_pos|].
      intros t [_ Ht]. simpl in *. unfold R_dist in *. rewrite (power_at_0 p q Hp), !Rminus_0_r in *.
      unfold power. destruct (Pos.eqb_spec q 1) as [|_]; [easy|]. destruct (Rlt_dec 0 t) as [T|T].
      * rewrite (Rabs_pos_eq t) in Ht by lra. rewrite Rabs_pos_eq by (left; apply exp_pos).
        rewrite <- (exp_ln eps) by easy. apply exp_increasing. fold r.
        apply Rlt_le_trans with (r * (ln eps / r)); [|right; field; lra].
        apply Rmult_lt_compat_l; [easy|]. rewrite <- (ln_exp (ln eps / r)). now apply ln_increasing.
      * rewrite Rabs_R0. easy.
Qed.

(* ---- same: equal forms have equal values *)

Theorem rule_same_inverse p : p <> 0 -> power p (-1) 1 * p = 1.
Proof. intros H. unfold power. simpl. field. easy. Qed.
Theorem rule_same_root p q : 0 <= p -> power p 1 q ^ Pos.to_nat q = p.
Proof.
  intros H. assert (V := rule_power_value p 1 q). simpl in V. rewrite V; [ring|].
  unfold has_power. destruct (Pos.eqb_spec q 1); [left; lia | destruct H as [|<-]; [now left | right; split; [easy | lia]]].
Qed.
Theorem rule_same_power p q n : (q <> 1)%positive -> has_power p n q ->
  power p n q = powerRZ (power p 1 q) n.
Proof.
  intros Nq H. unfold has_power in H. destruct (Pos.eqb_spec q 1) as [|_]; [easy|].
  destruct H as [H|[-> Hn]].
  - rewrite (powerRZ_exp (power p 1 q)), !power_exp, ln_exp by (try apply power_pos; easy).
    f_equal. unfold rational. field. apply not_0_IZR. lia.
  - rewrite !power_at_0 by lia. destruct n as [|n|n]; try lia. simpl. symmetry. apply pow_i. lia.
Qed.
(* 1/r = r^(m - 1) / p for a root r of order m: no root stays in a denominator. *)
Theorem rule_same_root_below p q : 0 < p -> / power p 1 q = power p 1 q ^ (Pos.to_nat q - 1) * / p.
Proof.
  intros H. assert (V := rule_same_root p q (Rlt_le _ _ H)).
  assert (P := power_pos p 1 q H). rewrite <- V at 3.
  replace (Pos.to_nat q) with (S (Pos.to_nat q - 1)) at 2 by (assert (K := Pos2Nat.is_pos q); lia).
  simpl. field. split; [apply pow_nonzero; lra | lra].
Qed.
(* Factors that are >= 0 leave a root one by one. *)
Theorem rule_same_root_product a b q : 0 <= a -> 0 <= b -> power (a * b) 1 q = power a 1 q * power b 1 q.
Proof.
  intros Ha Hb. unfold power. destruct (Pos.eqb_spec q 1); [simpl; ring|].
  destruct Ha as [Ha|<-].
  - destruct Hb as [Hb|<-].
    + assert (P := Rmult_lt_0_compat a b Ha Hb). destruct (Rlt_dec 0 (a * b)), (Rlt_dec 0 a), (Rlt_dec 0 b); try lra.
      rewrite <- exp_plus, ln_mult by easy. f_equal. ring.
    + rewrite Rmult_0_r. destruct (Rlt_dec 0 0); [lra | ring].
  - rewrite Rmult_0_l. destruct (Rlt_dec 0 0); [lra | ring].
Qed.
Theorem rule_same_root_whole a n q : 0 < a -> power (powerRZ a n) 1 q = powerRZ (power a 1 q) n.
Proof.
  intros H. assert (P : 0 < powerRZ a n) by (rewrite powerRZ_exp by easy; apply exp_pos).
  rewrite (powerRZ_exp (power a 1 q)), !power_exp, ln_exp, powerRZ_exp, ln_exp by (try apply power_pos; easy).
  f_equal. ring.
Qed.
(* log of a product is the sum of the log |f|; of a root and an exponential it is simpler. *)
Theorem rule_same_log_product a b : a * b <> 0 -> ln (Rabs (a * b)) = ln (Rabs a) + ln (Rabs b).
Proof.
  intros H. rewrite Rabs_mult. apply ln_mult; apply Rabs_pos_lt; intros ->; apply H; ring.
Qed.
Theorem rule_same_log_power a n : a <> 0 -> ln (Rabs (powerRZ a n)) = IZR n * ln (Rabs a).
Proof.
  intros H. assert (P : 0 < Rabs a) by now apply Rabs_pos_lt.
  replace (Rabs (powerRZ a n)) with (powerRZ (Rabs a) n).
  - rewrite powerRZ_exp by easy. apply ln_exp.
  - destruct n as [|n|n]; simpl; [now rewrite Rabs_R1 | apply RPow_abs|].
    rewrite Rabs_inv. f_equal. apply RPow_abs.
Qed.
Theorem rule_same_log_of a : 0 < a -> ln a = ln (Rabs a) /\ ln (Rabs (-1)) = 0.
Proof.
  intros H. split; [now rewrite Rabs_pos_eq by lra|]. rewrite Rabs_left by lra.
  replace (- -1) with 1 by ring. apply ln_1.
Qed.
Theorem rule_same_log_root a q : 0 < a -> ln (Rabs (power a 1 q)) = rational 1 q * ln (Rabs a).
Proof.
  intros H. rewrite (Rabs_pos_eq a), Rabs_pos_eq by (try (left; apply power_pos); lra).
  rewrite power_exp by easy. apply ln_exp.
Qed.
Theorem rule_same_log_exp u : ln (Rabs (exp u)) = u.
Proof. rewrite Rabs_pos_eq by (left; apply exp_pos). apply ln_exp. Qed.
(* A logarithm of 0 counts only times 0. *)
Theorem rule_same_xlogx u any : xlogx u = u * (if Req_EM_T u 0 then any else ln u).
Proof. unfold xlogx. destruct (Req_EM_T u 0) as [->|]; ring. Qed.
Theorem rule_same_exp_sum u v : exp (u + v) = exp u * exp v.
Proof. apply exp_plus. Qed.
Theorem rule_same_exp_multiple u n : exp (IZR n * u) = powerRZ (exp u) n.
Proof. rewrite powerRZ_exp by apply exp_pos. now rewrite ln_exp. Qed.
Theorem rule_same_tanh u : tanh u = (exp (2 * u) - 1) * / (exp (2 * u) + 1).
Proof.
  rewrite tanh_exp. replace (2 * u) with (u + u) by ring. rewrite exp_plus. assert (P := exp_pos u).
  assert (0 < exp u * exp u) by now apply Rmult_lt_0_compat. field. lra.
Qed.
Theorem rule_same_lambertw x : - exp (-1) < x -> lambertw x * exp (lambertw x) = x.
Proof. apply lambertw_is. Qed.
Theorem rule_same_larger a b : Rmax a b = Rmax b a.
Proof. apply Rmax_comm. Qed.
(* A form is cleared of denominators, which are not 0. *)
Theorem rule_same_cleared p d n : d <> 0 -> p * d ^ n = 0 -> p = 0.
Proof.
  intros H E. apply Rmult_integral in E. destruct E as [E|E]; [easy|].
  exfalso. exact (pow_nonzero d n H E).
Qed.
