(* The functions of the checker: their values, ranges, slopes and continuity.

   Lambert's function is the largest w >= -1 with w exp w at most the number; what the checker uses
   of it is proved here. *)

From Coq Require Import Reals Lra Lia ZArith.
From banditproof Require Import rules checker_points.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

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
