(* What the checker computes of values: rational powers, and ranges of terms.

   A range is an interval; an end that is not taken is no value. Rounding outwards only weakens it. *)

From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From banditproof Require Import rules checker_points checker_functions.
Open Scope R_scope.

(* ---- Rational powers, p/q in lowest terms *)

Definition rational (p : Z) (q : positive) : R := IZR p / IZR (Z.pos q).
(* Where x^(p/q) has a value: a whole power everywhere, or off 0; another one at x >= 0, or at x > 0. *)
Definition has_power (x : R) (p : Z) (q : positive) : Prop :=
  if Pos.eqb q 1 then (0 <= p)%Z \/ x <> 0 else 0 < x \/ (x = 0 /\ (0 < p)%Z).
Definition power (x : R) (p : Z) (q : positive) : R :=
  if Pos.eqb q 1 then powerRZ x p else if Rlt_dec 0 x then exp (rational p q * ln x) else 0.

Lemma power_whole x p : power x p 1 = powerRZ x p.
Proof. reflexivity. Qed.
Lemma rational_whole p : rational p 1 = IZR p.
Proof. unfold rational. field. Qed.
Lemma powerRZ_exp x p : 0 < x -> powerRZ x p = exp (IZR p * ln x).
Proof.
  intros Hx. destruct p as [|n|n]; simpl.
  - rewrite Rmult_0_l. symmetry. apply exp_0.
  - rewrite <- (Rpower_pow _ x Hx). unfold Rpower. now rewrite INR_IPR.
  - rewrite <- (Rpower_pow _ x Hx). unfold Rpower. rewrite INR_IPR, <- exp_Ropp. f_equal.
    change (IZR (Z.neg n)) with (- IPR n). ring.
Qed.
Lemma power_exp x p q : 0 < x -> power x p q = exp (rational p q * ln x).
Proof.
  intros Hx. unfold power. destruct (Pos.eqb_spec q 1) as [->|N].
  - rewrite rational_whole. now apply powerRZ_exp.
  - now destruct (Rlt_dec 0 x).
Qed.
Lemma power_pos x p q : 0 < x -> 0 < power x p q.
Proof. intros Hx. rewrite power_exp by easy. apply exp_pos. Qed.
Lemma rational_sign p q : (0 < p)%Z -> 0 < rational p q.
Proof.
  intros H. apply Rmult_lt_0_compat; [now apply IZR_lt | apply Rinv_0_lt_compat, IZR_lt; lia].
Qed.
Lemma power_at_0 p q : (0 < p)%Z -> power 0 p q = 0.
Proof.
  intros H. unfold power. destruct (Pos.eqb_spec q 1) as [->|N].
  - destruct p as [|n|n]; try lia. simpl. apply pow_i. lia.
  - destruct (Rlt_dec 0 0); lra.
Qed.
(* The value of a power: its whole root is the whole power. *)
Theorem rule_power_value x p q : has_power x p q -> powerRZ (power x p q) (Z.pos q) = powerRZ x p.
Proof.
  intros H. destruct (Rlt_or_le 0 x) as [Hx|Hx].
  - rewrite (powerRZ_exp (power x p q)), power_exp, ln_exp by (try apply power_pos; easy).
    rewrite powerRZ_exp by easy. f_equal. unfold rational. field. apply not_0_IZR. lia.
  - revert H. unfold has_power. destruct (Pos.eqb_spec q 1) as [->|N]; intros H.
    + unfold power. simpl. ring.
    + destruct H as [|[-> Hp]]; [lra|]. rewrite power_at_0 by easy.
      destruct p as [|n|n]; try lia. simpl. rewrite !pow_i; lia || easy.
Qed.

(* ---- Ranges *)

Definition end_sum (u v : option R) : option R :=
  match u, v with Some u, Some v => Some (u + v) | _, _ => None end.
Definition range_sum (a b : where_) : where_ := Where (end_sum (lo a) (lo b)) (end_sum (hi a) (hi b))
  (lo_taken a && lo_taken b) (hi_taken a && hi_taken b).
Lemma over_sum u v t s x y : over u t x -> over v s y -> over (end_sum u v) (t && s) (x + y).
Proof. destruct u, v, t, s; simpl; try easy; lra. Qed.
Lemma under_sum u v t s x y : under u t x -> under v s y -> under (end_sum u v) (t && s) (x + y).
Proof. destruct u, v, t, s; simpl; try easy; lra. Qed.
Theorem rule_range_sum a b x y : within a x -> within b y -> within (range_sum a b) (x + y).
Proof. intros [A1 A2] [B1 B2]. split; [now apply over_sum | now apply under_sum]. Qed.
(* What is rounded outwards still holds, and so does what forgets whether an end is taken. *)
Theorem rule_range_outward a a' taken b b' taken' x : a' <= a -> b <= b' ->
  over (Some a) taken x -> under (Some b) taken' x -> over (Some a') taken x /\ under (Some b') taken' x.
Proof. intros A B. destruct taken, taken'; simpl; lra. Qed.
Theorem rule_range_opp a x : within a x ->
  within (Where (option_map Ropp (hi a)) (option_map Ropp (lo a)) (hi_taken a) (lo_taken a)) (- x).
Proof.
  unfold within, over, under. destruct a as [[a1|] [a2|] [] []]; simpl; intros []; split; try easy; lra.
Qed.

(* Products: extreme values other than 0 are taken at corners alone. 0 times an infinite end is 0. *)
Definition low_of (a : where_) : Rbar := match lo a with Some u => Finite u | None => m_infty end.
Definition high_of (a : where_) : Rbar := match hi a with Some u => Finite u | None => p_infty end.
Definition corner (a : where_) (u : Rbar) (taken : bool) : Prop :=
  (u = low_of a /\ taken = lo_taken a) \/ (u = high_of a /\ taken = hi_taken a).
Lemma corner_low a x : within a x -> Rbar_le (low_of a) x /\ (low_of a = Finite x -> lo_taken a = true).
Proof.
  unfold within, low_of, over. destruct (lo a) as [u|], (lo_taken a); simpl; intros [H _];
    split; try easy; try lra; intros E; injection E; lra.
Qed.
Lemma corner_high a x : within a x -> Rbar_le x (high_of a) /\ (high_of a = Finite x -> hi_taken a = true).
Proof.
  unfold within, high_of, under. destruct (hi a) as [u|], (hi_taken a); simpl; intros [_ H];
    split; try easy; try lra; intros E; injection E; lra.
Qed.
Lemma Rbar_mult_nonneg (u v : Rbar) : Rbar_le 0 u -> Rbar_le 0 v -> Rbar_le 0 (Rbar_mult u v).
Proof.
  destruct u as [u| |], v as [v| |]; simpl; intros Hu Hv; try easy.
  - now apply Rmult_le_pos.
  - destruct (Rle_dec 0 u) as [L|]; [|easy]. destruct (Rle_lt_or_eq_dec 0 u L); simpl; easy || lra.
  - destruct (Rle_dec 0 v) as [L|]; [|easy]. destruct (Rle_lt_or_eq_dec 0 v L); simpl; easy || lra.
Qed.
Lemma Rbar_mult_nonneg_opp (u v : Rbar) : Rbar_le u 0 -> Rbar_le v 0 -> Rbar_le 0 (Rbar_mult u v).
Proof.
  intros Hu Hv. replace (Rbar_mult u v) with (Rbar_mult (Rbar_opp u) (Rbar_opp v)).
  - apply Rbar_mult_nonneg; [destruct u as [u| |] | destruct v as [v| |]]; simpl in *; easy || lra.
  - rewrite Rbar_mult_opp_r, Rbar_mult_opp_l. apply Rbar_opp_involutive.
Qed.
(* Numbers of known signs and the ends that are beyond them. *)
Lemma beyond_up x y (u v : Rbar) : 0 < x -> 0 < y -> Rbar_le x u -> Rbar_le y v ->
  Rbar_le (x * y) (Rbar_mult u v) /\ (Rbar_mult u v = Finite (x * y) -> u = Finite x /\ v = Finite y).
Proof.
  intros Hx Hy. destruct u as [u| |], v as [v| |]; simpl; intros Hu Hv; try easy.
  - split; [apply Rmult_le_compat; lra|]. intros E. injection E as E.
    assert (x * y <= x * v) by (apply Rmult_le_compat_l; lra).
    assert (x * v <= u * v) by (apply Rmult_le_compat_r; lra).
    assert (V : v = y) by (apply (Rmult_eq_reg_l x); lra). subst v.
    assert (U : u = x) by (apply (Rmult_eq_reg_r y); lra). now subst u.
  - destruct (Rle_dec 0 u) as [L|]; [|lra]. destruct (Rle_lt_or_eq_dec 0 u L); simpl; easy || lra.
  - destruct (Rle_dec 0 v) as [L|]; [|lra]. destruct (Rle_lt_or_eq_dec 0 v L); simpl; easy || lra.
Qed.
Lemma beyond_mixed x y (u v : Rbar) : 0 < x -> y < 0 -> Rbar_le u x -> Rbar_le 0 u -> Rbar_le y v ->
  Rbar_le v 0 ->
  Rbar_le (x * y) (Rbar_mult u v) /\
  (Rbar_mult u v = Finite (x * y) -> u = Finite x /\ v = Finite y).
Proof.
  intros Hx Hy. destruct u as [u| |], v as [v| |]; simpl; intros Hu Hu0 Hv Hv0; try easy.
  assert (A : x * y <= x * v) by (apply Rmult_le_compat_l; lra).
  assert (B : x * - v >= u * - v) by (apply Rle_ge, Rmult_le_compat_r; lra).
  split; [lra|]. intros E. injection E as E.
  assert (V : v = y) by (apply (Rmult_eq_reg_l x); lra). subst v.
  assert (U : u = x) by (apply (Rmult_eq_reg_r y); lra). now subst u.
Qed.
Definition bounded_by (a b : where_) (x y : R) (u v : Rbar) (ut vt : bool) : Prop :=
  corner a u ut /\ corner b v vt /\ Rbar_le (x * y) (Rbar_mult u v) /\
  (Rbar_mult u v = Finite (x * y) -> (ut = true /\ vt = true) \/ x = 0 \/ y = 0).
Lemma above_zero (u v : Rbar) z : z < 0 -> Rbar_le 0 (Rbar_mult u v) ->
  Rbar_le z (Rbar_mult u v) /\ Rbar_mult u v <> Finite z.
Proof.
  intros Hz H. split.
  - apply Rbar_le_trans with (Finite 0); [simpl; lra | easy].
  - intros E. rewrite E in H. simpl in H. lra.
Qed.
Theorem rule_range_product_high a b x y : within a x -> within b y ->
  exists u v ut vt, bounded_by a b x y u v ut vt.
Proof.
  intros Ha Hb. destruct (corner_low a x Ha) as [A1 A2], (corner_high a x Ha) as [A3 A4].
  destruct (corner_low b y Hb) as [B1 B2], (corner_high b y Hb) as [B3 B4].
  assert (CA1 : corner a (low_of a) (lo_taken a)) by now left.
  assert (CA2 : corner a (high_of a) (hi_taken a)) by now right.
  assert (CB1 : corner b (low_of b) (lo_taken b)) by now left.
  assert (CB2 : corner b (high_of b) (hi_taken b)) by now right.
  assert (Below : forall u : Rbar, forall z : R, Rbar_le u z -> z <= 0 -> Rbar_le u 0).
  { intros u z H1 H2. apply Rbar_le_trans with (Finite z); easy. }
  assert (Above : forall u : Rbar, forall z : R, Rbar_le z u -> 0 <= z -> Rbar_le 0 u).
  { intros u z H1 H2. apply Rbar_le_trans with (Finite z); easy. }
  destruct (Rtotal_order x 0) as [X|[X|X]].
  - destruct (Rtotal_order y 0) as [Y|[Y|Y]].
    + exists (low_of a), (low_of b), (lo_taken a), (lo_taken b). split; [easy|]. split; [easy|].
      destruct (beyond_up (- x) (- y) (Rbar_opp (low_of a)) (Rbar_opp (low_of b))) as [K1 K2];
        try lra; try (destruct (low_of a), (low_of b); simpl in *; easy || lra).
      rewrite Rbar_mult_opp_r, Rbar_mult_opp_l, Rbar_opp_involutive in K1, K2.
      replace (- x * - y) with (x * y) in K1, K2 by ring. split; [easy|]. intros E.
      destruct (K2 E) as [K3 K4]. left. split; [apply A2 | apply B2].
      * rewrite <- (Rbar_opp_involutive (low_of a)), K3. simpl. f_equal. ring.
      * rewrite <- (Rbar_opp_involutive (low_of b)), K4. simpl. f_equal. ring.
    + exists (low_of a), (low_of b), (lo_taken a), (lo_taken b). repeat split; try easy; [|now right; right].
      rewrite Y, Rmult_0_r. apply Rbar_mult_nonneg_opp; [apply (Below _ x) | apply (Below _ y)]; easy || lra.
    + (* x < 0 < y: a corner >= 0, or the nearest to 0 *)
      assert (N : x * y < 0) by (assert (0 < - x * y) by (apply Rmult_lt_0_compat; lra); lra).
      destruct (Rbar_le_lt_dec 0 (high_of a)) as [P|P].
      * exists (high_of a), (high_of b), (hi_taken a), (hi_taken b).
        destruct (above_zero (high_of a) (high_of b) (x * y) N) as [K1 K2].
        { apply Rbar_mult_nonneg; [easy | apply (Above _ y); easy || lra]. }
        repeat split; easy.
      * destruct (Rbar_le_lt_dec (low_of b) 0) as [Q|Q].
        -- exists (low_of a), (low_of b), (lo_taken a), (lo_taken b).
           destruct (above_zero (low_of a) (low_of b) (x * y) N) as [K1 K2].
           { apply Rbar_mult_nonneg_opp; [apply (Below _ x); easy || lra | easy]. }
           repeat split; easy.
        -- exists (high_of a), (low_of b), (hi_taken a), (lo_taken b). split; [easy|]. split; [easy|].
           destruct (beyond_mixed y x (low_of b) (high_of a)) as [K1 K2]; try easy;
             try (now apply Rbar_lt_le).
           rewrite Rbar_mult_comm. replace (x * y) with (y * x) by ring. split; [easy|].
           intros E. destruct (K2 E). left. split; [now apply A4 | now apply B2].
  - exists (if Rlt_dec y 0 then low_of a else high_of a), (if Rlt_dec y 0 then low_of b else high_of b),
      (if Rlt_dec y 0 then lo_taken a else hi_taken a), (if Rlt_dec y 0 then lo_taken b else hi_taken b).
    unfold bounded_by. rewrite X, Rmult_0_l. destruct (Rlt_dec y 0) as [Y|Y]; repeat split; try easy; try (right; left; lra).
    + apply Rbar_mult_nonneg_opp; [apply (Below _ x) | apply (Below _ y)]; easy || lra.
    + apply Rbar_mult_nonneg; [apply (Above _ x) | apply (Above _ y)]; easy || lra.
  - destruct (Rtotal_order y 0) as [Y|[Y|Y]].
    + assert (N : x * y < 0) by (assert (0 < x * - y) by (apply Rmult_lt_0_compat; lra); lra).
      destruct (Rbar_le_lt_dec 0 (high_of b)) as [P|P].
      * exists (high_of a), (high_of b), (hi_taken a), (hi_taken b).
        destruct (above_zero (high_of a) (high_of b) (x * y) N) as [K1 K2].
        { apply Rbar_mult_nonneg; [apply (Above _ x); easy || lra | easy]. }
        repeat split; easy.
      * destruct (Rbar_le_lt_dec (low_of a) 0) as [Q|Q].
        -- exists (low_of a), (low_of b), (lo_taken a), (lo_taken b).
           destruct (above_zero (low_of a) (low_of b) (x * y) N) as [K1 K2].
           { apply Rbar_mult_nonneg_opp; [easy | apply (Below _ y); easy || lra]. }
           repeat split; easy.
        -- exists (low_of a), (high_of b), (lo_taken a), (hi_taken b). split; [easy|]. split; [easy|].
           destruct (beyond_mixed x y (low_of a) (high_of b)) as [K1 K2]; try easy;
             try (now apply Rbar_lt_le).
           split; [easy|]. intros E. destruct (K2 E). left. split; [now apply A2 | now apply B4].
    + exists (high_of a), (high_of b), (hi_taken a), (hi_taken b). repeat split; try easy; [|now right; right].
      rewrite Y, Rmult_0_r. apply Rbar_mult_nonneg; [apply (Above _ x) | apply (Above _ y)]; easy || lra.
    + exists (high_of a), (high_of b), (hi_taken a), (hi_taken b). split; [easy|]. split; [easy|].
      destruct (beyond_up x y (high_of a) (high_of b)) as [K1 K2]; try easy.
      split; [easy|]. intros E. destruct (K2 E). left. split; [now apply A4 | now apply B4].
Qed.
Definition opposite (a : where_) : where_ :=
  Where (option_map Ropp (hi a)) (option_map Ropp (lo a)) (hi_taken a) (lo_taken a).
Theorem rule_range_product_low a b x y : within a x -> within b y ->
  exists u v ut vt, corner a u ut /\ corner b v vt /\ Rbar_le (Rbar_mult u v) (x * y) /\
  (Rbar_mult u v = Finite (x * y) -> (ut = true /\ vt = true) \/ x = 0 \/ y = 0).
Proof.
  intros Ha Hb. destruct (rule_range_product_high (opposite a) b (- x) y) as (u & v & ut & vt & Cu & Cv & H & E);
    [now apply rule_range_opp | easy|].
  exists (Rbar_opp u), v, ut, vt. split; [|split; [easy|split]].
  - destruct Cu as [[-> ->]|[-> ->]]; [right | left]; split; try easy; unfold low_of, high_of, opposite; simpl;
      [destruct (hi a) | destruct (lo a)]; simpl; now rewrite ?Ropp_involutive.
  - rewrite Rbar_mult_opp_l. destruct (Rbar_mult u v) as [z| |]; simpl in *; try easy. lra.
  - rewrite Rbar_mult_opp_l. intros F. destruct E as [E|[E|E]]; [|now left|right; left; lra|now right; right].
    rewrite <- (Rbar_opp_involutive (Rbar_mult u v)), F. simpl. f_equal. ring.
Qed.

(* Functions that rise, and limits which they do not take. *)
Theorem rule_range_rising (S : R -> Prop) f : (forall u v, S u -> S v -> u < v -> f u < f v) ->
  forall a x taken, S a -> S x ->
  (over (Some a) taken x -> over (Some (f a)) taken (f x)) /\
  (under (Some a) taken x -> under (Some (f a)) taken (f x)).
Proof.
  intros H a x taken Sa Sx. destruct taken; simpl; split; intros L; auto; destruct L as [L|L];
    try (subst; lra); left; auto.
Qed.
Theorem rule_range_log u v : 0 < u -> 0 < v -> u < v -> ln u < ln v.
Proof. intros. now apply ln_increasing. Qed.
Theorem rule_range_exp u v : 0 < exp u /\ (u < v -> exp u < exp v).
Proof. split; [apply exp_pos | apply exp_increasing]. Qed.
Theorem rule_range_tanh u v : -1 < tanh u < 1 /\ (u < v -> tanh u < tanh v).
Proof. split; [split; [apply tanh_above | apply tanh_below] | apply tanh_lt_lt]. Qed.
Theorem rule_range_erf u v : -1 < erf u < 1 /\ (u < v -> erf u < erf v).
Proof.
  split; [|apply erf_rises].
  assert (B : forall x, 0 <= x -> -1 < erf x < 1).
  { intros x Hx. destruct (erf_square x Hx) as [H _].
    split; apply Rnot_le_lt; intros N.
    - assert (1 * 1 <= (- erf x) * (- erf x)) by (apply Rmult_le_compat; lra). simpl in H. lra.
    - assert (1 * 1 <= erf x * erf x) by (apply Rmult_le_compat; lra). simpl in H. lra. }
  destruct (Rle_or_lt 0 u) as [P|P]; [now apply B|].
  assert (N := B (- u) ltac:(lra)). rewrite erf_odd in N. lra.
Qed.
Theorem rule_range_lambertw u v : - exp (-1) < u ->
  lambertw u * exp (lambertw u) = u /\ -1 < lambertw u /\ (u < v -> lambertw u < lambertw v).
Proof.
  intros H. split; [now apply lambertw_is|]. split; [now apply lambertw_above | now apply lambertw_rises].
Qed.
(* A power > 0 rises on x >= 0, an odd one everywhere; an even one is that of |x|. *)
Theorem rule_range_power p q u v : (0 < p)%Z ->
  (q = 1%positive /\ Z.Odd p) \/ 0 <= u -> u < v -> power u p q < power v p q.
Proof.
  intros Hp [[-> Ho]|Hu] H.
  - destruct p as [|n|n]; try lia. rewrite !power_whole. simpl.
    assert (E : exists k, Pos.to_nat n = S (2 * k)).
    { destruct Ho as [k Hk]. exists (Z.to_nat k). lia. }
    destruct E as (k & ->). now apply pow_odd_lt.
  - destruct Hu as [Hu| <-].
    + rewrite !power_exp by lra. apply exp_increasing. apply Rmult_lt_compat_l; [now apply rational_sign|].
      apply ln_increasing; lra.
    + rewrite power_at_0 by easy. apply power_pos. lra.
Qed.
Theorem rule_range_power_even p x : Z.Even p -> power x p 1 = power (Rabs x) p 1.
Proof.
  intros [k ->]. rewrite !power_whole. unfold Rabs. destruct (Rcase_abs x); [|easy].
  destruct k as [|n|n]; simpl; try easy.
  - rewrite Pos2Nat.inj_xO. symmetry. apply pow_opp_even.
  - rewrite Pos2Nat.inj_xO. f_equal. symmetry. apply pow_opp_even.
Qed.
Theorem rule_range_power_none x : power x 0 1 = 1.
Proof. reflexivity. Qed.
Theorem rule_range_power_negative x p q : has_power x (- p) q -> (0 < p)%Z -> x <> 0 ->
  power x (- p) q = / power x p q.
Proof.
  intros H Hp Hx. revert H. unfold has_power, power. destruct (Pos.eqb_spec q 1) as [->|N]; intros H.
  - destruct p as [|n|n]; try lia. reflexivity.
  - destruct (Rlt_dec 0 x); [|lra]. rewrite <- exp_Ropp. f_equal. unfold rational. rewrite opp_IZR. field.
    apply not_0_IZR. lia.
Qed.
Theorem rule_range_inverse a x taken : 0 < x ->
  0 < / x /\ (0 < a -> over (Some a) taken x -> under (Some (/ a)) taken (/ x)) /\
  (under (Some a) taken x -> over (Some (/ a)) taken (/ x)).
Proof.
  intros Hx. split; [now apply Rinv_0_lt_compat|]. destruct taken; simpl; split; intros.
  - apply Rinv_le_contravar; lra.
  - apply Rinv_le_contravar; lra.
  - apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | easy].
  - apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | easy].
Qed.
(* x log x is 0 at 0, falls up to 1/e and rises from there. *)
Lemma xlogx_slope x : 0 < x -> derivable_pt_lim (fun t => t * ln t) x (1 + ln x).
Proof.
  intros H. apply (D_eq (a := (1 + ln x) * 1)); [|ring].
  apply (derivable_pt_lim_comp (fun t => t) (fun t => t * ln t)); [apply D_id|].
  apply (D_eq (a := 1 * ln x + x * / x)); [|field; lra].
  apply (D_mult (f := fun t => t) (g := ln)); [apply D_id | now apply derivable_pt_lim_ln].
Qed.
Theorem rule_range_xlogx u v : 0 <= u -> u < v ->
  xlogx 0 = 0 /\ (v <= exp (-1) -> xlogx v < xlogx u) /\ (exp (-1) <= u -> xlogx u < xlogx v) /\
  - exp (-1) <= xlogx u.
Proof.
  intros Hu H. unfold xlogx. split; [ring|]. assert (P := exp_pos (-1)). repeat split.
  - intros L. apply (fall_strictly (fun t => t * ln t) (fun t => 1 + ln t)); try easy.
    + apply (C_xlogx (f := fun t => t)); [apply C_id | lra].
    + apply (C_xlogx (f := fun t => t)); [apply C_id | lra].
    + intros t T. apply xlogx_slope. lra.
    + intros t T. assert (ln t < ln (exp (-1))) by (apply ln_increasing; lra). rewrite ln_exp in *. lra.
  - intros L. apply (rise_strictly (fun t => t * ln t) (fun t => 1 + ln t)); try easy.
    + apply (C_xlogx (f := fun t => t)); [apply C_id | lra].
    + apply (C_xlogx (f := fun t => t)); [apply C_id | lra].
    + intros t T. apply xlogx_slope. lra.
    + intros t T. assert (ln (exp (-1)) < ln t) by (apply ln_increasing; lra). rewrite ln_exp in *. lra.
  - now apply xlogx_least.
Qed.
(* Of two ranges: the larger of two numbers is above the lower ends of both, and is one of them. *)
Theorem rule_range_larger a b x y : within a x -> within b y ->
  over (lo a) (lo_taken a) (Rmax x y) /\ over (lo b) (lo_taken b) (Rmax x y) /\
  (Rmax x y = x \/ Rmax x y = y).
Proof.
  intros [Ha _] [Hb _]. assert (A := Rmax_l x y). assert (B := Rmax_r x y).
  repeat split; [| |unfold Rmax; destruct (Rle_dec x y); auto]; unfold over in *;
    [destruct (lo a), (lo_taken a) | destruct (lo b), (lo_taken b)]; try easy; lra.
Qed.
Theorem rule_range_if (c a b : R) : (if Rle_dec 0 c then a else b) = a \/ (c < 0 /\ (if Rle_dec 0 c then a else b) = b).
Proof. destruct (Rle_dec 0 c); [now left | right; split; lra]. Qed.
Definition hull_low (a b : where_) : option R * bool :=
  match lo a, lo b with
  | Some u, Some v =>
      if Rlt_dec u v then (Some u, lo_taken a) else
      if Rlt_dec v u then (Some v, lo_taken b) else (Some u, lo_taken a || lo_taken b)
  | _, _ => (None, false)
  end%bool.
Definition hull_high (a b : where_) : option R * bool :=
  match hi a, hi b with
  | Some u, Some v =>
      if Rlt_dec v u then (Some u, hi_taken a) else
      if Rlt_dec u v then (Some v, hi_taken b) else (Some u, hi_taken a || hi_taken b)
  | _, _ => (None, false)
  end%bool.
Theorem rule_range_hull a b z : within a z \/ within b z ->
  over (fst (hull_low a b)) (snd (hull_low a b)) z /\ under (fst (hull_high a b)) (snd (hull_high a b)) z.
Proof.
  intros H. split.
  - assert (L : over (lo a) (lo_taken a) z \/ over (lo b) (lo_taken b) z) by (destruct H as [[]|[]]; auto).
    clear H. unfold hull_low, over in *. destruct (lo a) as [u|], (lo b) as [v|]; simpl; try easy.
    destruct (Rlt_dec u v), (Rlt_dec v u), (lo_taken a), (lo_taken b); simpl in *; lra.
  - assert (L : under (hi a) (hi_taken a) z \/ under (hi b) (hi_taken b) z) by (destruct H as [[]|[]]; auto).
    clear H. unfold hull_high, under in *. destruct (hi a) as [u|], (hi b) as [v|]; simpl; try easy.
    destruct (Rlt_dec v u), (Rlt_dec u v), (hi_taken a), (hi_taken b); simpl in *; lra.
Qed.
(* pi between sums of a series, by which it can be enclosed as closely as one likes *)
Theorem rule_range_pi n :
  sum_f_R0 (tg_alt PI_tg) (S (2 * n)) <= PI / 4 <= sum_f_R0 (tg_alt PI_tg) (2 * n).
Proof. apply PI_ineq. Qed.
