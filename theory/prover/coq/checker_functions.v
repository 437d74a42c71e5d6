(* The functions of the checker: their values, ranges, slopes and continuity.

   erf is an integral, and Lambert's function the largest w >= -1 with w exp w at most the number;
   what the checker uses of them is proved here. *)

From Coq Require Import Reals Lra Lia ZArith.
From banditproof Require Import rules checker_points.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* ---- The error function *)

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

(* ---- Lambert's function, above -1/e *)

Definition hexp (w : R) : R := w * exp w.
Definition lambertw (x : R) : R := real (Lub_Rbar (fun w => -1 <= w /\ hexp w <= x)).

Lemma hexp_slope w : derivable_pt_lim hexp w (exp w + w * exp w).
Proof.
  apply (D_eq (a := 1 * exp w + w * exp w)); [|ring].
  apply (derivable_pt_lim_mult (fun t => t) exp); [apply D_id | apply derivable_pt_lim_exp].
Qed.
Lemma hexp_rises v w : -1 <= v -> v < w -> hexp v < hexp w.
Proof.
  intros Hv H. apply (rise_strictly hexp (fun t => exp t + t * exp t)); try easy;
    try (apply derivable_continuous_pt; eexists; apply hexp_slope).
  - intros t _. apply hexp_slope.
  - intros t Ht. replace (exp t + t * exp t) with ((1 + t) * exp t) by ring.
    apply Rmult_lt_0_compat; [lra | apply exp_pos].
Qed.
Lemma hexp_rises_le v w : -1 <= v -> v <= w -> hexp v <= hexp w.
Proof. intros Hv [H| ->]; [left; now apply hexp_rises | lra]. Qed.
Lemma hexp_reaches x : - exp (-1) < x -> exists w, -1 < w /\ hexp w = x.
Proof.
  intros Hx. set (b := Rmax 1 x). assert (B1 : 1 <= b) by apply Rmax_l. assert (B2 : x <= b) by apply Rmax_r.
  assert (C : continuity (fun w => hexp w - x)).
  { intros w. apply continuity_pt_minus; [|now apply continuity_pt_const; intros ? ?].
    apply derivable_continuous_pt. eexists. apply hexp_slope. }
  assert (L : hexp (-1) - x < 0).
  { unfold hexp. replace (-1 * exp (-1)) with (- exp (-1)) by ring. lra. }
  assert (U : 0 < hexp b - x).
  { unfold hexp. assert (E := exp_ineq1_le b).
    assert (b * (1 + b) <= b * exp b) by (apply Rmult_le_compat_l; lra).
    assert (1 * b <= b * b) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (IVT (fun w => hexp w - x) (-1) b C ltac:(lra) L U) as (w & [W1 _] & E).
  exists w. split; [|lra]. destruct W1 as [|W1]; [easy|]. subst. lra.
Qed.
Lemma lambertw_of w : -1 <= w -> lambertw (hexp w) = w.
Proof.
  intros Hw. unfold lambertw. rewrite (is_lub_Rbar_unique _ (Finite w)); [easy|]. split.
  - intros v [Hv H]. simpl. destruct (Rle_or_lt v w) as [|N]; [easy|]. exfalso.
    assert (V := hexp_rises w v Hw N). lra.
  - intros b Hb. apply Hb. split; [easy | lra].
Qed.
Lemma lambertw_above x : - exp (-1) < x -> -1 < lambertw x.
Proof. intros H. destruct (hexp_reaches x H) as (w & W & <-). rewrite lambertw_of; lra. Qed.
Lemma lambertw_is x : - exp (-1) < x -> lambertw x * exp (lambertw x) = x.
Proof.
  intros H. destruct (hexp_reaches x H) as (w & W & <-). rewrite lambertw_of by lra. reflexivity.
Qed.
Lemma lambertw_rises x y : - exp (-1) < x -> x < y -> lambertw x < lambertw y.
Proof.
  intros Hx H. destruct (Rlt_or_le (lambertw x) (lambertw y)) as [|N]; [easy|]. exfalso.
  assert (A := hexp_rises_le _ _ (Rlt_le _ _ (lambertw_above y ltac:(lra))) N). unfold hexp in A.
  rewrite !lambertw_is in A by lra. lra.
Qed.
Lemma lambertw_continuous x : - exp (-1) < x -> continuity_pt lambertw x.
Proof.
  intros Hx e He. set (w := lambertw x). assert (W : -1 < w) by now apply lambertw_above.
  assert (E : hexp w = x) by now apply lambertw_is.
  set (v := Rmax (w - e) ((w - 1) / 2)). assert (V1 : w - e <= v) by apply Rmax_l.
  assert (V2 : (w - 1) / 2 <= v) by apply Rmax_r. assert (V3 : v < w) by (apply Rmax_case; lra).
  assert (A := hexp_rises v w ltac:(lra) V3). assert (B := hexp_rises w (w + e) ltac:(lra) ltac:(lra)).
  exists (Rmin (x - hexp v) (hexp (w + e) - x)). split; [apply Rmin_case; lra|].
  intros y [_ Hy]. simpl in Hy. unfold R_dist in Hy.
  assert (H1 := Rlt_le_trans _ _ _ Hy (Rmin_l _ _)). assert (H2 := Rlt_le_trans _ _ _ Hy (Rmin_r _ _)).
  apply Rabs_def2 in H1. apply Rabs_def2 in H2. simpl. unfold R_dist.
  assert (P : - exp (-1) < hexp v).
  { assert (Q := hexp_rises (-1) v ltac:(lra) ltac:(lra)). unfold hexp at 1 in Q. lra. }
  assert (K1 : v < lambertw y).
  { rewrite <- (lambertw_of v) by lra. apply lambertw_rises; lra. }
  assert (K2 : lambertw y < w + e).
  { rewrite <- (lambertw_of (w + e)) by lra. apply lambertw_rises; lra. }
  fold w. apply Rabs_def1; lra.
Qed.
Lemma lambertw_slope x : - exp (-1) < x -> derivable_pt_lim lambertw x (/ (x + exp (lambertw x))).
Proof.
  intros Hx. set (w := lambertw x). assert (W : -1 < w) by now apply lambertw_above.
  assert (E : w * exp w = x) by now apply lambertw_is.
  assert (Z : 0 < x + exp w).
  { rewrite <- E. replace (w * exp w + exp w) with ((1 + w) * exp w) by ring.
    apply Rmult_lt_0_compat; [lra | apply exp_pos]. }
  (* h (w + k) - h w = (slope + small) k, and k tends to 0 as the argument tends to x *)
  assert (S : derivable_pt_lim hexp w (x + exp w)).
  { apply (D_eq (a := exp w + w * exp w)); [apply hexp_slope | lra]. }
  set (q := x + exp w) in *.
  intros e He.
  set (e1 := Rmin (q / 2) (e * q * q / 4)).
  assert (E0 : 0 < e1).
  { apply Rmin_case; [lra|]. assert (0 < e * q * q) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  assert (E1 : e1 <= q / 2) by apply Rmin_l. assert (E2 : e1 <= e * q * q / 4) by apply Rmin_r.
  destruct (S e1 E0) as (d & Hd).
  destruct (lambertw_continuous x Hx d (cond_pos d)) as (h & Hh & K).
  set (m := Rmin h (x + exp (-1))). assert (M0 : 0 < m) by (apply Rmin_case; lra).
  exists (mkposreal m M0). intros t Nt Ht. simpl in Ht.
  assert (T1 := Rlt_le_trans _ _ _ Ht (Rmin_l _ _)). assert (T2 := Rlt_le_trans _ _ _ Ht (Rmin_r _ _)).
  apply Rabs_def2 in T2. set (k := lambertw (x + t) - w).
  assert (Kd : Rabs k < d).
  { apply (K (x + t)). split; [split; [exact I | lra]|]. simpl. unfold R_dist.
    replace (x + t - x) with t by ring. easy. }
  assert (Kt : hexp (w + k) - hexp w = t).
  { unfold k. replace (w + (lambertw (x + t) - w)) with (lambertw (x + t)) by ring.
    unfold hexp. rewrite lambertw_is by lra. rewrite E. ring. }
  assert (Nk : k <> 0).
  { intros Z0. rewrite Z0, Rplus_0_r in Kt. apply Nt. lra. }
  specialize (Hd k Nk Kd). rewrite Kt in Hd. fold w.
  replace ((lambertw (x + t) - w) / t) with (k / t) by reflexivity.
  set (r := t / k) in *. assert (R1 := Rabs_def2 _ _ Hd).
  assert (R2 : q / 2 <= r) by lra. replace (k / t) with (/ r) by (unfold r; field; easy).
  replace (/ r - / q) with ((q - r) * (/ r * / q)) by (field; split; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (/ r * / q)).
  - apply Rle_lt_trans with (e1 * (/ (q / 2) * / q)).
    + apply Rmult_le_compat; [apply Rabs_pos | | |].
      * left. apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; lra.
      * rewrite Rabs_minus_sym. lra.
      * apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply Rinv_le_contravar; lra.
    + apply Rle_lt_trans with (e * q * q / 4 * (/ (q / 2) * / q)).
      * apply Rmult_le_compat_r; [|easy]. left. apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; lra.
      * replace (e * q * q / 4 * (/ (q / 2) * / q)) with (e / 2) by (field; lra). lra.
  - left. apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; lra.
Qed.
