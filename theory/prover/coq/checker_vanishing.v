(* What vanishes beside an end, and what a sum with log 0 at an end means, each as a limit. *)

From Coq Require Import Reals Lra Lia ZArith List.
From banditproof Require Import rules checker_points checker_functions checker_ranges checker_slopes.
Import ListNotations.
Open Scope R_scope.

(* The checker writes s or, at an infinite end, 1/s, which is |x| there. *)
Definition reach (e : end_) (x : R) : R :=
  match e with Low a => x - a | High b => b - x | Minus_infinity => - x | Infinity => x end.
Definition turn (e : end_) : Z := match e with Low _ | High _ => 1 | _ => -1 end.
(* s^(p/q), and (log s)^(p/q) or (log 1/s)^(p/q) *)
Definition near_power (e : end_) (p : Z) (q : positive) (x : R) : R := power (reach e x) (turn e * p) q.
Definition near_log (e : end_) (p : Z) (q : positive) (x : R) : R := power (ln (reach e x)) p q.
(* How far out a point is: - log s, which grows towards the end. *)
Definition far (e : end_) (x : R) : R := - ln (gap e x).

Lemma reach_gap e x : 0 < gap e x -> 0 < reach e x /\ ln (reach e x) = IZR (turn e) * - far e x.
Proof.
  unfold far. destruct e as [a|b| |]; simpl; intros H; try (split; [easy | ring]).
  - assert (P := Rinv_0_lt_compat _ H). rewrite Rinv_inv in P. split; [easy|].
    rewrite ln_Rinv by easy. ring.
  - assert (P := Rinv_0_lt_compat _ H). rewrite Rinv_inv in P. split; [easy|].
    rewrite ln_Rinv by easy. ring.
Qed.
Lemma near_power_is e p q x : 0 < gap e x -> near_power e p q x = exp (- (rational p q * far e x)).
Proof.
  intros H. destruct (reach_gap e x H) as [P E]. unfold near_power. rewrite power_exp, E by easy. f_equal.
  unfold rational. rewrite mult_IZR. destruct e; simpl; unfold Rdiv; ring.
Qed.
Lemma power_below y p q : y <> 0 -> Rabs (power y p q) <= exp (rational p q * ln (Rabs y)).
Proof.
  intros H. assert (P : 0 < Rabs y) by now apply Rabs_pos_lt. rewrite <- power_exp by easy.
  unfold power. destruct (Pos.eqb_spec q 1) as [->|N].
  - right. destruct p as [|n|n]; simpl; [now rewrite Rabs_R1 | symmetry; apply RPow_abs|].
    rewrite Rabs_inv. f_equal. symmetry. apply RPow_abs.
  - destruct (Rlt_dec 0 (Rabs y)); [|easy]. destruct (Rlt_dec 0 y) as [Y|Y].
    + rewrite (Rabs_pos_eq y), Rabs_pos_eq by (try (left; apply exp_pos); lra). lra.
    + rewrite Rabs_R0. left. apply exp_pos.
Qed.
Lemma near_log_below e p q x : 0 < gap e x -> 1 <= far e x ->
  Rabs (near_log e p q x) <= exp (Rabs (rational p q) * far e x).
Proof.
  intros H L. destruct (reach_gap e x H) as [P E]. unfold near_log. rewrite E.
  assert (A : Rabs (IZR (turn e) * - far e x) = far e x).
  { destruct e; simpl; [replace (1 * - far (Low a) x) with (- far (Low a) x) by ring
      | replace (1 * - far (High b) x) with (- far (High b) x) by ring | |].
    1, 2: rewrite Rabs_Ropp, Rabs_pos_eq; lra.
    - replace (-1 * - far Minus_infinity x) with (far Minus_infinity x) by ring. rewrite Rabs_pos_eq; lra.
    - replace (-1 * - far Infinity x) with (far Infinity x) by ring. rewrite Rabs_pos_eq; lra. }
  eapply Rle_trans; [apply power_below|].
  - intros Z. rewrite Z, Rabs_R0 in A. lra.
  - rewrite A. apply exp_le_le.
    assert (L0 : 0 <= ln (far e x)) by (rewrite <- ln_1; apply ln_le_le; lra).
    assert (L1 := ln_at_most (far e x) ltac:(lra)). assert (R1 := Rle_abs (rational p q)).
    assert (R2 := Rabs_pos (rational p q)).
    apply Rle_trans with (Rabs (rational p q) * ln (far e x)).
    + apply Rmult_le_compat_r; easy.
    + apply Rmult_le_compat_l; [easy | lra].
Qed.
(* The same with as little growth as one likes: |log s|^k is below C s^(-r). *)
Lemma near_log_small e p q r : 0 < r -> exists C, forall x, 0 < gap e x -> 1 <= far e x ->
  Rabs (near_log e p q x) <= exp (C + r * far e x).
Proof.
  intros Hr. set (k := Rabs (rational p q)). assert (K := Rabs_pos (rational p q)). fold k in K.
  set (t := r / (k + 1)). assert (T : 0 < t) by (apply Rmult_lt_0_compat; [easy | apply Rinv_0_lt_compat; lra]).
  assert (Tk : k * t <= r).
  { unfold t. apply (Rmult_le_reg_r (k + 1)); [lra|].
    replace (k * (r / (k + 1)) * (k + 1)) with (k * r) by (field; lra). lra. }
  exists (k * (- 1 - ln t)). intros x H L. destruct (reach_gap e x H) as [P E]. unfold near_log. rewrite E.
  assert (A : Rabs (IZR (turn e) * - far e x) = far e x).
  { rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (far e x)) by lra. destruct e; simpl;
      rewrite ?Rabs_R1; try ring; rewrite Rabs_left by lra; ring. }
  eapply Rle_trans; [apply power_below|].
  - intros Z. rewrite Z, Rabs_R0 in A. lra.
  - rewrite A. apply exp_le_le.
    assert (L0 : 0 <= ln (far e x)) by (rewrite <- ln_1; apply ln_le_le; lra).
    assert (Ft : 0 < t * far e x) by (apply Rmult_lt_0_compat; lra).
    assert (L1 := ln_at_most _ Ft). rewrite ln_mult in L1 by lra.
    apply Rle_trans with (k * ln (far e x)).
    + apply Rmult_le_compat_r; [easy | apply Rle_abs].
    + apply Rle_trans with (k * (t * far e x - 1 - ln t)); [apply Rmult_le_compat_l; lra|].
      assert (k * t * far e x <= r * far e x) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma beside_far e t : beside e (fun x => t < far e x /\ 0 < gap e x).
Proof.
  exists (exp (- t)). split; [apply exp_pos|]. intros x [H0 H]. split; [|easy]. unfold far.
  assert (ln (gap e x) < ln (exp (- t))) by now apply ln_increasing. rewrite ln_exp in *. lra.
Qed.
Lemma vanishes_fast e g r C : 0 < r -> beside e (fun x => Rabs (g x) <= exp (C - r * far e x)) -> vanishes e g.
Proof.
  intros Hr H eps He. apply (beside_weaker e (fun x => Rabs (g x) <= exp (C - r * far e x) /\
    (C - ln eps) / r < far e x /\ 0 < gap e x)).
  - intros x (G & L & _). apply Rle_lt_trans with (exp (C - r * far e x)); [easy|].
    rewrite <- (exp_ln eps) by easy. apply exp_increasing.
    assert (r * ((C - ln eps) / r) < r * far e x) by now apply Rmult_lt_compat_l.
    replace (r * ((C - ln eps) / r)) with (C - ln eps) in * by (field; lra). lra.
  - apply beside_both; [easy | apply beside_far].
Qed.
Lemma fixed_times_bounded c b m : Rabs b <= m -> Rabs (c * b) <= exp (ln (Rabs c * m + 1)).
Proof.
  intros H. assert (A := Rabs_pos c). assert (B := Rabs_pos b).
  assert (0 <= Rabs c * m) by (apply Rmult_le_pos; lra). rewrite exp_ln by lra.
  rewrite Rabs_mult. assert (Rabs c * Rabs b <= Rabs c * m) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* ---- vanishing: c b s^n |log s|^k, times exp(-u) or 1 - erf(u) *)

(* A bounded fall does no harm: 1, or 1 - erf(u). *)
Lemma vanishing_times_bounded e c b n nq k kq m (fall : R -> R) t : (0 < n)%Z ->
  beside e (fun x => Rabs (b x) <= m) -> (forall x, Rabs (fall x) <= exp t) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * fall x).
Proof.
  intros Hn Hb Hf. assert (R0 := rational_sign n nq Hn). set (r := rational n nq) in *.
  destruct (near_log_small e k kq (r / 2)) as (C & HC); [lra|].
  apply (vanishes_fast e _ (r / 2) (ln (Rabs c * m + 1) + C + t)); [lra|].
  apply (beside_weaker e (fun x => Rabs (b x) <= m /\ 1 < far e x /\ 0 < gap e x)).
  - intros x (B & L & G). assert (P := HC x G (Rlt_le _ _ L)). assert (K := fixed_times_bounded c (b x) m B).
    rewrite !Rabs_mult in *. rewrite (near_power_is e n nq x G). fold r.
    rewrite (Rabs_pos_eq (exp (- (r * far e x)))) by (left; apply exp_pos).
    replace (ln (Rabs c * m + 1) + C + t - r / 2 * far e x)
      with (ln (Rabs c * m + 1) + - (r * far e x) + (C + r / 2 * far e x) + t) by field.
    rewrite !exp_plus. specialize (Hf x).
    assert (Q : forall u v u' v', 0 <= u -> 0 <= v -> u <= u' -> v <= v' -> u * v <= u' * v')
      by (intros; now apply Rmult_le_compat).
    assert (W := Rabs_pos). assert (X := exp_pos).
    apply Q; [repeat apply Rmult_le_pos; auto; left; auto | auto | | easy].
    apply Q; [repeat apply Rmult_le_pos; auto; left; auto | auto | | now rewrite <- exp_plus].
    apply Q; [repeat apply Rmult_le_pos; auto | left; auto | easy | lra].
  - apply beside_both; [easy | apply beside_far].
Qed.
Theorem rule_vanishing_power e c b n nq k kq m : (0 < n)%Z -> beside e (fun x => Rabs (b x) <= m) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * 1).
Proof.
  intros Hn Hb. apply (vanishing_times_bounded e c b n nq k kq m (fun _ => 1) 0); try easy.
  intros _. rewrite Rabs_R1, exp_0. lra.
Qed.
Theorem rule_vanishing_erf e c b n nq k kq m u : (0 < n)%Z -> beside e (fun x => Rabs (b x) <= m) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * (1 + -1 * erf (u x))).
Proof.
  intros Hn Hb. apply (vanishing_times_bounded e c b n nq k kq m (fun x => 1 + -1 * erf (u x)) (ln 2)); try easy.
  intros x. rewrite exp_ln by lra. destruct (rule_range_erf (u x) 0) as [B _].
  rewrite Rabs_pos_eq; lra.
Qed.
(* exp(-u), where u = d a / s^m grows: it beats every power of s and of log s. *)
Lemma fast_fall e c b n nq k kq m (fall : R -> R) z r : 0 < z -> 0 < r ->
  beside e (fun x => Rabs (b x) <= m) ->
  beside e (fun x => Rabs (fall x) <= exp (- (z * exp (r * far e x)))) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * fall x).
Proof.
  intros Hz Hr Hb Hf. set (s := rational n nq). set (v := Rabs (rational k kq)).
  set (A := Rabs s + v). set (B := z * r * r / 4).
  assert (HA : 0 <= A) by (unfold A, v; assert (U := Rabs_pos s); assert (V := Rabs_pos (rational k kq)); lra).
  assert (HB : 0 < B) by (unfold B; assert (0 < z * r * r) by (repeat apply Rmult_lt_0_compat; lra); lra).
  apply (vanishes_fast e _ 1 (ln (Rabs c * m + 1))); [lra|].
  apply (beside_weaker e (fun x => Rabs (b x) <= m /\ Rabs (fall x) <= exp (- (z * exp (r * far e x))) /\
    Rmax 1 ((A + 1) / B) < far e x /\ 0 < gap e x)).
  - intros x (Hbx & F & L & G). set (y := far e x) in *.
    assert (L1 := Rle_lt_trans _ _ _ (Rmax_l _ _) L). assert (L2 := Rle_lt_trans _ _ _ (Rmax_r _ _) L).
    assert (P := near_log_below e k kq x G (Rlt_le _ _ L1)). fold y v in P.
    assert (K := fixed_times_bounded c (b x) m Hbx). rewrite !Rabs_mult in *.
    rewrite (near_power_is e n nq x G). fold s y.
    rewrite (Rabs_pos_eq (exp (- (s * y)))) by (left; apply exp_pos).
    apply Rle_trans with (exp (ln (Rabs c * m + 1)) * exp (- (s * y)) * exp (v * y) * exp (- (z * exp (r * y)))).
    + assert (W := Rabs_pos). assert (X := exp_pos).
      apply Rmult_le_compat; [repeat apply Rmult_le_pos; auto; left; auto | auto | | easy].
      apply Rmult_le_compat; [repeat apply Rmult_le_pos; auto; left; auto | auto | | easy].
      apply Rmult_le_compat; [repeat apply Rmult_le_pos; auto | left; auto | easy | lra].
    + rewrite <- !exp_plus. apply exp_le_le.
      assert (E1 : - (s * y) <= Rabs s * y).
      { assert (U := Rle_abs (- s)). rewrite Rabs_Ropp in U.
        assert (- s * y <= Rabs s * y) by (apply Rmult_le_compat_r; lra). lra. }
      assert (E2 : B * y * y <= z * exp (r * y)).
      { unfold B. replace (r * y) with (r * y / 2 + r * y / 2) by field. rewrite exp_plus.
        assert (U := exp_at_least (r * y / 2)). assert (0 < r * y) by (apply Rmult_lt_0_compat; lra).
        replace (z * r * r / 4 * y * y) with (z * (r * y / 2 * (r * y / 2))) by field.
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
      assert (E3 : (A + 1) * y <= B * y * y).
      { apply Rmult_le_compat_r; [lra|].
        assert (U : B * ((A + 1) / B) < B * y) by now apply Rmult_lt_compat_l.
        replace (B * ((A + 1) / B)) with (A + 1) in U by (field; lra). lra. }
      unfold A in E3. lra.
  - apply beside_both; [easy | apply beside_both; [easy | apply beside_far]].
Qed.
Lemma rate_grows e a d a0 m mq : (0 < m)%Z -> 0 < d -> 0 < a0 -> beside e (fun x => a0 <= a x) ->
  beside e (fun x => d * a0 * exp (rational m mq * far e x) <= d * a x * near_power e (- m) mq x).
Proof.
  intros Hm Hd H0 Ha. apply (beside_weaker e (fun x => a0 <= a x /\ 0 < far e x /\ 0 < gap e x)).
  - intros x (A & _ & G). rewrite near_power_is by easy.
    replace (- (rational (- m) mq * far e x)) with (rational m mq * far e x)
      by (unfold rational, Rdiv; rewrite opp_IZR; ring).
    apply Rmult_le_compat_r; [left; apply exp_pos|]. apply Rmult_le_compat_l; lra.
  - apply beside_both; [easy | apply beside_far].
Qed.
Theorem rule_vanishing_exp e c b n nq k kq bound d a a0 m mq : beside e (fun x => Rabs (b x) <= bound) ->
  (0 < m)%Z -> 0 < d -> 0 < a0 -> beside e (fun x => a0 <= a x) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x *
    exp (-1 * (d * a x * near_power e (- m) mq x))).
Proof.
  intros Hb Hm Hd H0 Ha.
  apply (fast_fall e c b n nq k kq bound (fun x => exp (-1 * (d * a x * near_power e (- m) mq x)))
    (d * a0) (rational m mq)); [now apply Rmult_lt_0_compat | now apply rational_sign | easy|].
  apply (beside_weaker e (fun x => d * a0 * exp (rational m mq * far e x) <= d * a x * near_power e (- m) mq x)).
  - intros x H. rewrite Rabs_pos_eq by (left; apply exp_pos). apply exp_le_le. lra.
  - now apply rate_grows.
Qed.
Theorem rule_vanishing_erf_fast e c b n nq k kq bound d a a0 m mq :
  beside e (fun x => Rabs (b x) <= bound) -> (0 < m)%Z -> 0 < d -> 0 < a0 ->
  beside e (fun x => a0 <= a x) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x *
    (1 + -1 * erf (d * a x * near_power e (- m) mq x))).
Proof.
  intros Hb Hm Hd H0 Ha. assert (Z : 0 < d * a0) by now apply Rmult_lt_0_compat.
  assert (R0 := rational_sign m mq Hm). set (r := rational m mq) in *.
  apply (fast_fall e c b n nq k kq bound (fun x => 1 + -1 * erf (d * a x * near_power e (- m) mq x))
    (d * a0) r); try easy.
  apply (beside_weaker e (fun x => d * a0 * exp (r * far e x) <= d * a x * near_power e (- m) mq x /\
    / (d * a0) / r < far e x /\ 0 < gap e x)).
  - intros x (H & L & _). set (u := d * a x * near_power e (- m) mq x) in *.
    assert (U1 : 1 <= d * a0 * exp (r * far e x)).
    { assert (E := exp_at_least (r * far e x)).
      assert (K : r * (/ (d * a0) / r) < r * far e x) by now apply Rmult_lt_compat_l.
      replace (r * (/ (d * a0) / r)) with (/ (d * a0)) in K by (field; split; try lra; split; lra).
      apply Rle_trans with (d * a0 * / (d * a0)); [right; field; split; lra|].
      apply Rmult_le_compat_l; lra. }
    destruct (erf_square u ltac:(lra)) as [_ S]. destruct (rule_range_erf u 0) as [[E1 E2] _].
    assert (E0 : 0 <= erf u).
    { rewrite <- erf_0. destruct (Req_dec u 0) as [->|N]; [lra|]. left. apply erf_rises. lra. }
    rewrite Rabs_pos_eq by lra. apply Rle_trans with (bell u).
    + replace (1 - erf u ^ 2) with ((1 + -1 * erf u) * (1 + erf u)) in S by ring.
      assert ((1 + -1 * erf u) * 1 <= (1 + -1 * erf u) * (1 + erf u)) by (apply Rmult_le_compat_l; lra). lra.
    + unfold bell. apply exp_le_le. assert (1 * u <= u * u) by (apply Rmult_le_compat_r; lra). lra.
  - apply beside_both; [now apply rate_grows | apply beside_far].
Qed.

(* ---- infinite: at an end, a - c log 0 is infinite, and 0 log 0 is 0. As limits: *)

Fixpoint log_parts (parts : list ((R -> R) * (R -> R))) (x : R) : R :=
  match parts with [] => 0 | (c, q) :: rest => - (c x * ln (q x)) + log_parts rest x end.
Lemma log_parts_grow e parts : (forall c q, In (c, q) parts -> exists c0, 0 < c0 /\
  beside e (fun x => c0 <= c x) /\ beside e (fun x => 0 < q x) /\ vanishes e q) ->
  beside e (fun x => 0 <= log_parts parts x) /\
  (parts <> [] -> forall t, beside e (fun x => t < log_parts parts x)).
Proof.
  induction parts as [|[c q] rest IH]; intros H.
  - split; [|easy]. exists 1. split; [lra|]. intros. simpl. lra.
  - destruct IH as [I0 _]; [intros c1 q1 K; apply H; now right|].
    destruct (H c q) as (c0 & C0 & C & Q & V); [now left|].
    assert (G : forall t, beside e (fun x => t < log_parts ((c, q) :: rest) x)).
    { intros t. set (s := Rmax 1 (t / c0)). apply (beside_weaker e (fun x => (c0 <= c x /\ 0 < q x) /\
        Rabs (q x) < exp (- s) /\ 0 <= log_parts rest x)).
      - intros x ((Cx & Qx) & Vx & Rx). simpl. rewrite Rabs_pos_eq in Vx by lra.
        assert (L : ln (q x) < - s) by (rewrite <- (ln_exp (- s)); now apply ln_increasing).
        assert (S1 : 1 <= s) by apply Rmax_l. assert (S2 : t / c0 <= s) by apply Rmax_r.
        assert (T : t <= c0 * s).
        { apply Rle_trans with (c0 * (t / c0)); [right; field; lra | apply Rmult_le_compat_l; lra]. }
        assert (c0 * s < c0 * - ln (q x)) by (apply Rmult_lt_compat_l; lra).
        assert (c0 * - ln (q x) <= c x * - ln (q x)) by (apply Rmult_le_compat_r; lra). lra.
      - apply beside_both; [now apply beside_both|]. apply beside_both; [apply V, exp_pos | easy]. }
    split; [|intros _; exact G]. apply (beside_weaker e (fun x => 0 < log_parts ((c, q) :: rest) x)).
    + intros x K. now apply Rlt_le.
    + apply G.
Qed.
Theorem rule_infinite e a low parts : beside e (fun x => low <= a x) -> parts <> [] ->
  (forall c q, In (c, q) parts -> exists c0, 0 < c0 /\ beside e (fun x => c0 <= c x) /\
    beside e (fun x => 0 < q x) /\ vanishes e q) ->
  forall t, beside e (fun x => t < a x + log_parts parts x).
Proof.
  intros A N H t. destruct (log_parts_grow e parts H) as [_ G].
  apply (beside_weaker e (fun x => low <= a x /\ t - low < log_parts parts x)).
  - intros x []. lra.
  - apply beside_both; [easy | now apply G].
Qed.
(* p log q vanishes, if p does like a power of s, and q not faster than one. *)
Theorem rule_zero_log_zero e p q n nq c m mq c1 : (0 < n)%Z -> 0 < c1 ->
  beside e (fun x => Rabs (p x) <= c * near_power e n nq x) ->
  beside e (fun x => c1 * near_power e m mq x <= q x <= 1) -> vanishes e (fun x => p x * ln (q x)).
Proof.
  intros Hn H1 Hp Hq.
  assert (V : vanishes e (fun x => p x * ln (q x) * 1)).
  { intros eps He.
    assert (K1 := rule_vanishing_power e (c * Rabs (ln c1)) (fun _ => 1) n nq 0 1 1 Hn).
    assert (K2 := rule_vanishing_power e (c * Rabs (rational m mq)) (fun _ => 1) n nq 1 1 1 Hn).
    assert (One : beside e (fun _ => Rabs 1 <= 1)) by (exists 1; split; [lra | intros; rewrite Rabs_R1; lra]).
    specialize (K1 One (eps / 2) ltac:(lra)). specialize (K2 One (eps / 2) ltac:(lra)).
    apply (beside_weaker e (fun x => (Rabs (p x) <= c * near_power e n nq x /\ c1 * near_power e m mq x <= q x <= 1) /\
      (Rabs (c * Rabs (ln c1) * 1 * near_power e n nq x * near_log e 0 1 x * 1) < eps / 2 /\
       Rabs (c * Rabs (rational m mq) * 1 * near_power e n nq x * near_log e 1 1 x * 1) < eps / 2) /\
      1 < far e x /\ 0 < gap e x)).
    - intros x ((P & Q1 & Q2) & (A & B) & L & G). rewrite Rmult_1_r.
      assert (S := near_power_is e m mq x G). assert (Sp : 0 < near_power e m mq x) by (rewrite S; apply exp_pos).
      assert (Np : 0 < near_power e n nq x) by (rewrite (near_power_is e n nq x G); apply exp_pos).
      assert (C0 : 0 <= c).
      { destruct (Rle_or_lt 0 c) as [|N]; [easy|]. exfalso. assert (U := Rabs_pos (p x)).
        assert (0 < - c * near_power e n nq x) by (apply Rmult_lt_0_compat; lra). lra. }
      assert (L1 : ln (c1 * near_power e m mq x) <= ln (q x)) by (apply ln_le_le; [now apply Rmult_lt_0_compat | easy]).
      rewrite ln_mult, S, ln_exp in L1 by easy.
      assert (Q0 : 0 < q x) by (assert (0 < c1 * near_power e m mq x) by (now apply Rmult_lt_0_compat); lra).
      assert (L2 : ln (q x) <= 0) by (rewrite <- ln_1; now apply ln_le_le).
      assert (B1 : Rabs (near_log e 1 1 x) = far e x).
      { destruct (reach_gap e x G) as [_ E]. unfold near_log. rewrite E. unfold power. simpl. rewrite Rmult_1_r.
        rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (far e x)) by lra. destruct e; simpl;
          rewrite ?Rabs_R1; try ring; rewrite Rabs_left by lra; ring. }
      replace (near_log e 0 1 x) with 1 in A by reflexivity.
      rewrite !Rabs_mult, !Rabs_R1, !Rabs_Rabsolu, (Rabs_pos_eq c C0), (Rabs_pos_eq (near_power e n nq x)) in A by lra.
      rewrite !Rabs_mult, !Rabs_R1, !Rabs_Rabsolu, (Rabs_pos_eq c C0), (Rabs_pos_eq (near_power e n nq x)), B1 in B by lra.
      rewrite Rabs_mult, (Rabs_left1 (ln (q x))) by easy.
      assert (W1 := Rle_abs (- ln c1)). rewrite Rabs_Ropp in W1. assert (W2 := Rle_abs (rational m mq)).
      assert (W3 : rational m mq * far e x <= Rabs (rational m mq) * far e x) by (apply Rmult_le_compat_r; lra).
      apply Rle_lt_trans with (c * near_power e n nq x * (Rabs (ln c1) + Rabs (rational m mq) * far e x)).
      + apply Rmult_le_compat; [apply Rabs_pos | lra | easy | lra].
      + lra.
    - apply beside_both; [now apply beside_both|]. apply beside_both; [now apply beside_both | apply beside_far]. }
  intros eps He. apply (beside_weaker e (fun x => Rabs (p x * ln (q x) * 1) < eps)); [|now apply V].
  intros x. now rewrite Rmult_1_r.
Qed.
