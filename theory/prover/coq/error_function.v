(* The error function as an integral: its values, its range, its slope and continuity. *)

From Coq Require Import Reals Lra Lia ZArith.
From banditproof Require Import rules.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition bell (t : R) : R := exp (- (t * t)).
Definition erf (x : R) : R := 2 / sqrt PI * RInt bell 0 x.

Lemma bell_continuous x : continuous bell x.
Proof. apply (ex_derive_continuous bell). unfold bell. now auto_derive. Qed.
Lemma bell_integrable a b : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous bell). intros. apply bell_continuous. Qed.
Lemma bell_integral_slope x : is_derive (RInt bell 0) x (bell x).
Proof.
  apply (is_derive_RInt bell (RInt bell 0) 0 x); [|apply bell_continuous].
  apply filter_forall. intros y. apply (@RInt_correct R_CompleteNormedModule), bell_integrable.
Qed.
Lemma sqrt_pi_pos : 0 < sqrt PI.
Proof. apply sqrt_lt_R0, PI_RGT_0. Qed.
Lemma erf_slope x : derivable_pt_lim erf x (2 * / sqrt PI * exp (-1 * x * x)).
Proof.
  apply is_derive_Reals. unfold erf.
  replace (2 * / sqrt PI * exp (-1 * x * x)) with (scal (2 / sqrt PI) (bell x)).
  - apply is_derive_scal, bell_integral_slope.
  - unfold scal; simpl; unfold mult; simpl. unfold bell. f_equal. f_equal. ring.
Qed.
Lemma erf_0 : erf 0 = 0.
Proof. unfold erf. rewrite RInt_point. unfold zero; simpl. ring. Qed.
Lemma erf_continuous x : continuity_pt erf x.
Proof. apply derivable_continuous_pt. eexists. apply erf_slope. Qed.
Lemma erf_rises x y : x < y -> erf x < erf y.
Proof.
  intros H. apply (rise_strictly erf (fun t => 2 * / sqrt PI * exp (-1 * t * t))); try easy;
    try apply erf_continuous; intros t _; [apply erf_slope|].
  apply Rmult_lt_0_compat; [|apply exp_pos].
  apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat, sqrt_pi_pos].
Qed.

(* (int_0^x exp(-t^2))^2 + int_0^1 exp(-x^2 (1 + t^2)) / (1 + t^2) does not depend on x. *)
Definition tail (x t : R) : R := exp (- (x * x * (1 + t * t))) / (1 + t * t).
Lemma one_and_square t : 0 < 1 + t * t.
Proof. assert (H := Rle_0_sqr t). unfold Rsqr in H. lra. Qed.
Lemma tail_slope x t : is_derive (fun u => tail u t) x (-2 * x * exp (- (x * x * (1 + t * t)))).
Proof.
  unfold tail. auto_derive; [exact I|].
  field. apply Rgt_not_eq, one_and_square.
Qed.
Lemma tail_continuous x t : continuous (tail x) t.
Proof.
  apply (ex_derive_continuous (tail x)). unfold tail. auto_derive. apply Rgt_not_eq, one_and_square.
Qed.
Lemma tail_integrable x a b : ex_RInt (tail x) a b.
Proof. apply (ex_RInt_continuous (tail x)). intros. apply tail_continuous. Qed.
Lemma tail_slope_continuous x t :
  continuity_2d_pt (fun u v => Derive (fun z => tail z v) u) x t.
Proof.
  apply continuity_2d_pt_ext with (fun u v => -2 * u * exp (- (u * u * (1 + v * v)))).
  { intros u v. symmetry. apply is_derive_unique, tail_slope. }
  apply continuity_2d_pt_mult.
  - apply continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
  - apply (continuity_1d_2d_pt_comp exp (fun u v => - (u * u * (1 + v * v)))).
    + apply derivable_continuous_pt, derivable_pt_exp.
    + apply continuity_2d_pt_opp, continuity_2d_pt_mult.
      * apply continuity_2d_pt_mult; apply continuity_2d_pt_id1.
      * apply continuity_2d_pt_plus; [apply continuity_2d_pt_const|].
        apply continuity_2d_pt_mult; apply continuity_2d_pt_id2.
Qed.
Lemma tail_integral_slope x :
  is_derive (fun u => RInt (tail u) 0 1) x (-2 * bell x * RInt bell 0 x).
Proof.
  assert (H : is_derive (fun u => RInt (fun t => tail u t) 0 1) x
    (RInt (fun t => Derive (fun u => tail u t) x) 0 1)).
  { apply is_derive_RInt_param.
    - apply filter_forall. intros u t _. eexists. apply tail_slope.
    - intros t _. apply tail_slope_continuous.
    - apply filter_forall. intros u. apply tail_integrable. }
  replace (-2 * bell x * RInt bell 0 x) with (RInt (fun t => Derive (fun u => tail u t) x) 0 1);
    [exact H|].
  assert (L := RInt_comp_lin bell x 0 0 1 (bell_integrable _ _)).
  rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r in L.
  assert (I := ex_RInt_comp_lin bell x 0 0 1 (bell_integrable _ _)).
  rewrite <- L.
  assert (M := RInt_scal (fun t => scal x (bell (x * t + 0))) 0 1 (-2 * bell x) I).
  refine (eq_trans _ M).
  apply RInt_ext. intros t _. refine (eq_trans (is_derive_unique _ _ _ (tail_slope x t)) _).
  unfold scal; simpl; unfold mult; simpl. unfold bell.
  replace (- (x * x * (1 + t * t))) with (- (x * x) + - ((x * t + 0) * (x * t + 0))) by ring.
  rewrite exp_plus. ring.
Qed.
Lemma tail_at_0 t : tail 0 t = / (1 + t²).
Proof.
  unfold tail, Rsqr. replace (- (0 * 0 * (1 + t * t))) with 0 by ring. rewrite exp_0.
  field. apply Rgt_not_eq, one_and_square.
Qed.
Lemma quarter_of_pi : RInt (tail 0) 0 1 = PI / 4.
Proof.
  rewrite (RInt_ext _ (fun t => / (1 + t²))).
  - replace (PI / 4) with (minus (atan 1) (atan 0)).
    + apply (is_RInt_unique (V := R_CompleteNormedModule)).
      apply (is_RInt_derive (V := R_CompleteNormedModule) atan (fun t => / (1 + t²))).
      * intros t _. apply is_derive_Reals. replace (t²) with (t ^ 2) by (unfold Rsqr; ring).
        apply derivable_pt_lim_atan.
      * intros t _. apply (ex_derive_continuous (fun t => / (1 + t²))).
        unfold Rsqr. auto_derive. apply Rgt_not_eq, one_and_square.
    + rewrite atan_1, atan_0. unfold minus, plus, opp; simpl. ring.
  - intros t _. apply tail_at_0.
Qed.
Lemma bell_and_tail x : 0 <= x -> RInt bell 0 x ^ 2 + RInt (tail x) 0 1 = PI / 4.
Proof.
  intros [H|H].
  - transitivity (RInt bell 0 0 ^ 2 + RInt (tail 0) 0 1).
    + symmetry. apply (eq_is_derive (fun u => RInt bell 0 u ^ 2 + RInt (tail u) 0 1)); [|easy].
      intros t _. apply is_derive_Reals.
      apply (D_eq (a := 2 * bell t * RInt bell 0 t + -2 * bell t * RInt bell 0 t));
        [|unfold zero; simpl; ring].
      apply D_plus; apply is_derive_Reals; [|apply tail_integral_slope].
      replace (2 * bell t * RInt bell 0 t) with (INR 2 * bell t * RInt bell 0 t ^ Init.Nat.pred 2)
        by (simpl; ring).
      apply (is_derive_pow (RInt bell 0) 2). apply bell_integral_slope.
    + rewrite RInt_point, quarter_of_pi. unfold zero; simpl. ring.
  - rewrite <- H, RInt_point, quarter_of_pi. unfold zero; simpl. ring.
Qed.
Lemma tail_bounds x : 0 < RInt (tail x) 0 1 <= bell x * (PI / 4).
Proof.
  split.
  - apply RInt_gt_0; [lra | |].
    + intros t _. apply Rmult_lt_0_compat; [apply exp_pos | apply Rinv_0_lt_compat, one_and_square].
    + intros t _. apply tail_continuous.
  - rewrite <- quarter_of_pi.
    refine (Rle_trans _ _ _ _ (Req_le _ _ (RInt_scal (tail 0) 0 1 (bell x) (tail_integrable _ _ _)))).
    apply RInt_le; [lra | apply tail_integrable | apply (ex_RInt_scal (tail 0)), tail_integrable |].
    intros t _. unfold scal; simpl; unfold mult; simpl. unfold tail, bell.
    replace (- (0 * 0 * (1 + t * t))) with 0 by ring. rewrite exp_0.
    unfold Rdiv. rewrite Rmult_1_l. apply Rmult_le_compat_r.
    + left. apply Rinv_0_lt_compat, one_and_square.
    + apply exp_le_le. assert (A := Rle_0_sqr x). assert (B := Rle_0_sqr t). unfold Rsqr in *.
      assert (0 <= x * x * (t * t)) by (now apply Rmult_le_pos). lra.
Qed.
Lemma erf_square x : 0 <= x -> 0 < 1 - erf x ^ 2 <= bell x.
Proof.
  intros Hx. assert (E := bell_and_tail x Hx). destruct (tail_bounds x) as [A B].
  assert (P := PI_RGT_0). assert (S : sqrt PI * sqrt PI = PI) by (apply sqrt_sqrt; lra).
  assert (Q := sqrt_pi_pos).
  assert (F : 1 - erf x ^ 2 = RInt (tail x) 0 1 * (4 / PI)).
  { unfold erf. replace ((2 / sqrt PI * RInt bell 0 x) ^ 2) with (4 / (sqrt PI * sqrt PI) * RInt bell 0 x ^ 2)
      by (field; lra).
    rewrite S. replace (RInt bell 0 x ^ 2) with (PI / 4 - RInt (tail x) 0 1) by lra. field. lra. }
  rewrite F. assert (D : 0 < 4 / PI) by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  split; [now apply Rmult_lt_0_compat|].
  apply Rle_trans with (bell x * (PI / 4) * (4 / PI)); [apply Rmult_le_compat_r; lra|].
  right. field. lra.
Qed.
Lemma erf_odd x : erf (- x) = - erf x.
Proof.
  assert (C : forall y, 0 < y -> erf y + erf (- y) = erf 0 + erf (- 0)).
  { intros y Hy. symmetry. apply (eq_is_derive (fun u => erf u + erf (- u))); [|easy].
    intros t _. apply is_derive_Reals.
    apply (D_eq (a := 2 * / sqrt PI * exp (-1 * t * t) + - (2 * / sqrt PI * exp (-1 * (- t) * (- t))))).
    - apply D_plus; [apply erf_slope | apply D_turned, erf_slope].
    - replace (-1 * - t * - t) with (-1 * t * t) by ring. unfold zero; simpl. ring. }
  assert (Z : erf (- 0) = 0) by (rewrite Ropp_0; apply erf_0).
  destruct (Rtotal_order x 0) as [H|[-> |H]].
  - specialize (C (- x) ltac:(lra)). rewrite Ropp_involutive, erf_0, Z in C. lra.
  - rewrite Z, erf_0. ring.
  - specialize (C x H). rewrite erf_0, Z in C. lra.
Qed.
Lemma erf_inside x : -1 < erf x < 1.
Proof.
  assert (B : forall y, 0 <= y -> -1 < erf y < 1).
  { intros y Hy. destruct (erf_square y Hy) as [H _].
    split; apply Rnot_le_lt; intros N.
    - assert (1 * 1 <= (- erf y) * (- erf y)) by (apply Rmult_le_compat; lra). simpl in H. lra.
    - assert (1 * 1 <= erf y * erf y) by (apply Rmult_le_compat; lra). simpl in H. lra. }
  destruct (Rle_or_lt 0 x) as [P|P]; [now apply B|].
  assert (N := B (- x) ltac:(lra)). rewrite erf_odd in N. lra.
Qed.
Lemma erf_below x : erf x < 1.
Proof. apply erf_inside. Qed.
Lemma erf_above x : -1 < erf x.
Proof. apply erf_inside. Qed.
Lemma erf_lt_lt u v : u < v -> erf u < erf v.
Proof. apply erf_rises. Qed.
Lemma erf_le_le u v : u <= v -> erf u <= erf v.
Proof. intros [H| ->]; [left; now apply erf_rises | right; reflexivity]. Qed.
Lemma D_erf f x a e : derivable_pt_lim f x a -> e = -1 * f x ^ 2 ->
  derivable_pt_lim (fun t => erf (f t)) x (2 * / sqrt PI * exp e * a).
Proof.
  intros H ->. replace (-1 * f x ^ 2) with (-1 * f x * f x) by ring.
  exact (derivable_pt_lim_comp f erf x a _ H (erf_slope (f x))).
Qed.
Lemma C_erf f x : continuity_pt f x -> continuity_pt (fun t => erf (f t)) x.
Proof. intros H. apply C_comp; [easy | apply erf_continuous]. Qed.
Arguments D_erf {f x a e}.
Arguments C_erf {f x}.
