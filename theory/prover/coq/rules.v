(* The rules of the prover as theorems about the real numbers, each proved once.

   A statement that `banditproof.theory.prover.coq` writes says that a term is >= 0 (or > 0) on a
   region. Its proof is made of the theorems of this file. *)

From Coq Require Import Reals Lra Lia Nsatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Export Tactic.
Open Scope R_scope.

(* ---- Functions *)

(* x log x; it is 0 at 0, since ln 0 = 0 here. *)
Definition xlogx (x : R) : R := x * ln x.
Definition root (n : nat) (x : R) : R := if Rlt_dec 0 x then exp (ln x / INR n) else 0.

(* ---- Values: a bound of a term from bounds of its parts *)

Lemma low_inv_lt u h : 0 < u -> u < h -> / h < / u.
Proof. intros. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra]. Qed.
Lemma low_inv_le u h : 0 < u -> u <= h -> / h <= / u.
Proof. intros. apply Rinv_le_contravar; lra. Qed.
Lemma high_inv_lt u l : 0 < l -> l < u -> / u < / l.
Proof. intros. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra]. Qed.
Lemma high_inv_le u l : 0 < l -> l <= u -> / u <= / l.
Proof. intros. apply Rinv_le_contravar; lra. Qed.
Lemma inv_of_opp u : u < 0 -> / u = - / - u.
Proof. intros. field. lra. Qed.

Lemma pow_le_le u v n : 0 <= u -> u <= v -> u ^ n <= v ^ n.
Proof. intros. apply pow_incr. lra. Qed.
Lemma pow_lt_lt u v n : 0 <= u -> u < v -> u ^ S n < v ^ S n.
Proof.
  intros Hu H. induction n as [|n IH]; [simpl; lra|].
  change (u * u ^ S n < v * v ^ S n).
  apply Rle_lt_trans with (u * v ^ S n).
  - apply Rmult_le_compat_l; lra.
  - apply Rmult_lt_compat_r; [apply pow_lt; lra | lra].
Qed.
Lemma pow_opp_even u n : (- u) ^ (2 * n) = u ^ (2 * n).
Proof. rewrite !pow_mult. f_equal. ring. Qed.
Lemma pow_opp_odd u n : (- u) ^ S (2 * n) = - u ^ S (2 * n).
Proof. change (- u * (- u) ^ (2 * n) = - (u * u ^ (2 * n))). rewrite pow_opp_even. ring. Qed.
Lemma pow_even_pos u n : 0 <= u ^ (2 * n).
Proof. rewrite pow_mult. apply pow_le. apply pow2_ge_0. Qed.
Lemma pow_even_most u m n : - m <= u -> u <= m -> u ^ (2 * n) <= m ^ (2 * n).
Proof.
  intros. destruct (Rle_dec 0 u).
  - apply pow_le_le; lra.
  - rewrite <- pow_opp_even. apply pow_le_le; lra.
Qed.
Lemma pow_odd_le u v n : u <= v -> u ^ S (2 * n) <= v ^ S (2 * n).
Proof.
  intros. destruct (Rle_dec 0 u); [apply pow_le_le; lra|].
  destruct (Rle_dec 0 v).
  - apply Rle_trans with 0; [|apply pow_le; lra].
    assert (0 <= (- u) ^ S (2 * n)) by (apply pow_le; lra).
    rewrite pow_opp_odd in H0. lra.
  - assert ((- v) ^ S (2 * n) <= (- u) ^ S (2 * n)) by (apply pow_le_le; lra).
    rewrite !pow_opp_odd in H0. lra.
Qed.
Lemma pow_odd_lt u v n : u < v -> u ^ S (2 * n) < v ^ S (2 * n).
Proof.
  intros. destruct (Rle_dec 0 u); [apply pow_lt_lt; lra|].
  destruct (Rle_dec 0 v).
  - apply Rlt_le_trans with 0; [|apply pow_le; lra].
    assert (0 < (- u) ^ S (2 * n)) by (apply pow_lt; lra).
    rewrite pow_opp_odd in H0. lra.
  - assert ((- v) ^ S (2 * n) < (- u) ^ S (2 * n)) by (apply pow_lt_lt; lra).
    rewrite !pow_opp_odd in H0. lra.
Qed.

Lemma pow_even_low_le u h n : u <= h -> h <= 0 -> h ^ (2 * n) <= u ^ (2 * n).
Proof. intros. rewrite <- (pow_opp_even h), <- (pow_opp_even u). apply pow_le_le; lra. Qed.
Lemma pow_even_low_lt u h n : u < h -> h <= 0 -> h ^ (2 * S n) < u ^ (2 * S n).
Proof.
  intros. rewrite <- (pow_opp_even h), <- (pow_opp_even u).
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. apply pow_lt_lt; lra.
Qed.

Lemma sqrt_low_le l u : 0 <= l -> l * l <= u -> l <= sqrt u.
Proof. intros. rewrite <- (sqrt_square l) by lra. apply sqrt_le_1_alt. lra. Qed.
Lemma sqrt_low_lt l u : 0 <= l -> l * l < u -> l < sqrt u.
Proof.
  intros. rewrite <- (sqrt_square l) by lra. apply sqrt_lt_1_alt. split; [|lra].
  apply Rmult_le_pos; lra.
Qed.
Lemma sqrt_high_le h u : 0 <= h -> u <= h * h -> sqrt u <= h.
Proof. intros. rewrite <- (sqrt_square h) by lra. apply sqrt_le_1_alt. lra. Qed.
Lemma sqrt_high_lt h u : 0 < h -> 0 <= u -> u < h * h -> sqrt u < h.
Proof. intros. rewrite <- (sqrt_square h) by lra. apply sqrt_lt_1_alt. lra. Qed.

Lemma ln_le_le u v : 0 < u -> u <= v -> ln u <= ln v.
Proof. intros Hu [H|H]; [left; apply ln_increasing; lra | subst; lra]. Qed.
Lemma exp_le_le u v : u <= v -> exp u <= exp v.
Proof. intros [H|H]; [left; apply exp_increasing; lra | subst; lra]. Qed.

(* The root of order n of u >= 0; it is 0 elsewhere. *)
Lemma root_exp n u : 0 < u -> root n u = exp (ln u / INR n).
Proof. intros. unfold root. destruct (Rlt_dec 0 u); easy. Qed.
Lemma root_of_0 n u : u <= 0 -> root n u = 0.
Proof. intros. unfold root. destruct (Rlt_dec 0 u); [lra | easy]. Qed.
Lemma root_gt_0 n u : 0 < u -> 0 < root n u.
Proof. intros. rewrite root_exp by easy. apply exp_pos. Qed.
Lemma root_ge_0 n u : 0 <= root n u.
Proof. unfold root. destruct (Rlt_dec 0 u); [left; apply exp_pos | lra]. Qed.
Lemma root_pow n u : (0 < n)%nat -> 0 <= u -> root n u ^ n = u.
Proof.
  intros Hn [H|H].
  - rewrite root_exp, <- Rpower_pow by (try apply exp_pos; easy). unfold Rpower. rewrite ln_exp.
    replace (INR n * (ln u / INR n)) with (ln u); [now apply exp_ln|].
    field. apply not_0_INR. lia.
  - rewrite root_of_0 by lra. subst. apply pow_i. lia.
Qed.
Lemma root_lt_lt n u v : (0 < n)%nat -> 0 <= u -> u < v -> root n u < root n v.
Proof.
  intros Hn Hu H. destruct (Rlt_or_le (root n u) (root n v)) as [|N]; [easy|]. exfalso.
  assert (root n v ^ n <= root n u ^ n) by (apply pow_le_le; [apply root_ge_0 | easy]).
  rewrite !root_pow in H0; lra || easy.
Qed.
Lemma root_le_le n u v : (0 < n)%nat -> 0 <= u -> u <= v -> root n u <= root n v.
Proof. intros Hn Hu [H|H]; [left; now apply root_lt_lt | subst; lra]. Qed.
Lemma root_is n u t : (0 < n)%nat -> 0 <= t -> u = t ^ n -> root n u = t.
Proof.
  intros Hn Ht ->. assert (P : 0 <= t ^ n) by now apply pow_le.
  assert (E := root_pow n (t ^ n) Hn P). assert (R0 := root_ge_0 n (t ^ n)).
  destruct n as [|n]; [lia|].
  destruct (Rtotal_order (root (S n) (t ^ S n)) t) as [L|[L|L]]; [|easy|].
  - apply (pow_lt_lt _ _ n) in L; lra.
  - apply (pow_lt_lt _ _ n) in L; lra.
Qed.
Lemma sqrt_is u t : 0 <= t -> u = t ^ 2 -> sqrt u = t.
Proof. intros H ->. now apply sqrt_pow2. Qed.
Lemma root_low_le n l u : (0 < n)%nat -> 0 <= l -> l ^ n <= u -> l <= root n u.
Proof.
  intros Hn Hl H. rewrite <- (root_is n (l ^ n) l) by easy. apply root_le_le; [easy | | easy].
  now apply pow_le.
Qed.
Lemma root_low_lt n l u : (0 < n)%nat -> 0 <= l -> l ^ n < u -> l < root n u.
Proof.
  intros Hn Hl H. rewrite <- (root_is n (l ^ n) l) by easy. apply root_lt_lt; [easy | | easy].
  now apply pow_le.
Qed.
Lemma root_high_le n h u : (0 < n)%nat -> 0 <= h -> 0 <= u -> u <= h ^ n -> root n u <= h.
Proof. intros Hn Hh Hu H. rewrite <- (root_is n (h ^ n) h) by easy. now apply root_le_le. Qed.
Lemma root_high_lt n h u : (0 < n)%nat -> 0 <= h -> 0 <= u -> u < h ^ n -> root n u < h.
Proof. intros Hn Hh Hu H. rewrite <- (root_is n (h ^ n) h) by easy. now apply root_lt_lt. Qed.

Lemma ln_at_most u : 0 < u -> ln u <= u - 1.
Proof.
  intros. assert (H1 := exp_ineq1_le (ln u)). rewrite exp_ln in H1; lra.
Qed.
Lemma ln_at_least u : 0 < u -> 1 - / u <= ln u.
Proof.
  intros. assert (H1 := ln_at_most (/ u) (Rinv_0_lt_compat _ H)).
  rewrite ln_Rinv in H1; lra.
Qed.
Lemma exp_at_least u : 1 + u <= exp u.
Proof. apply exp_ineq1_le. Qed.

Lemma xlogx_least u : 0 <= u -> - exp (-1) <= u * ln u.
Proof.
  intros [H|H].
  - assert (H1 : 0 < u * exp 1) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
    assert (H2 := ln_at_least _ H1). rewrite ln_mult, ln_exp in H2 by (try apply exp_pos; lra).
    assert (H3 : u * (1 - / (u * exp 1)) <= u * (ln u + 1)) by (apply Rmult_le_compat_l; lra).
    replace (exp (-1)) with (/ exp 1) by (rewrite <- exp_Ropp; f_equal; ring).
    replace (u * (1 - / (u * exp 1))) with (u - / exp 1) in H3; [lra|].
    field. split; [apply Rgt_not_eq, exp_pos | lra].
  - rewrite <- H, Rmult_0_l. assert (H1 := exp_pos (-1)). lra.
Qed.
Lemma xlogx_below_one u : 0 <= u -> u <= 1 -> u * ln u <= 0.
Proof.
  intros [H|H] H1; [|subst; lra].
  assert (ln u <= 0) by (rewrite <- ln_1; apply ln_le_le; lra).
  assert (0 <= u * - ln u) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma xlogx_between u : 0 < u -> u < 1 -> u * ln u < 0.
Proof.
  intros. assert (ln u < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 < u * - ln u) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma xlogx_high u h : 0 <= u -> u <= h -> 1 <= h -> u * ln u <= h * ln h.
Proof.
  intros. assert (0 <= ln h) by (rewrite <- ln_1; apply ln_le_le; lra).
  destruct (Rle_dec u 1).
  - apply Rle_trans with 0; [apply xlogx_below_one; lra | apply Rmult_le_pos; lra].
  - assert (ln u <= ln h) by (apply ln_le_le; lra).
    assert (0 <= ln u) by (rewrite <- ln_1; apply ln_le_le; lra).
    apply Rmult_le_compat; lra.
Qed.
Lemma xlogx_high_lt u h : 0 <= u -> u < h -> 1 <= h -> u * ln u < h * ln h \/ h * ln h = 0.
Proof.
  intros. destruct H1 as [H1|H1]; [left|right; subst; rewrite ln_1; ring].
  assert (0 < ln h) by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (Rle_dec u 1).
  - apply Rle_lt_trans with 0; [apply xlogx_below_one; lra | apply Rmult_lt_0_compat; lra].
  - assert (ln u < ln h) by (apply ln_increasing; lra).
    apply Rlt_trans with (h * ln u); [apply Rmult_lt_compat_r; [|lra] | apply Rmult_lt_compat_l; lra].
    rewrite <- ln_1. apply ln_increasing; lra.
Qed.

Lemma cosh_pos u : 0 < cosh u.
Proof. unfold cosh. assert (H1 := exp_pos u). assert (H2 := exp_pos (- u)). lra. Qed.
Lemma tanh_exp u : tanh u = 1 - 2 / (exp u ^ 2 + 1).
Proof.
  unfold tanh, sinh, cosh. rewrite exp_Ropp. assert (H := exp_pos u).
  assert (H1 := pow_lt _ 2 H). field. repeat split; try lra; apply Rgt_not_eq; try lra.
Qed.
Lemma tanh_above u : -1 < tanh u.
Proof.
  rewrite tanh_exp. assert (H := pow_lt _ 2 (exp_pos u)).
  assert (/ (exp u ^ 2 + 1) < / 1) by (apply Rinv_lt_contravar; lra). lra.
Qed.
Lemma tanh_below u : tanh u < 1.
Proof.
  rewrite tanh_exp. assert (H := pow_lt _ 2 (exp_pos u)).
  assert (0 < / (exp u ^ 2 + 1)) by (apply Rinv_0_lt_compat; lra). lra.
Qed.
Lemma tanh_lt_lt u v : u < v -> tanh u < tanh v.
Proof.
  intros. rewrite !tanh_exp. assert (H0 := pow_lt _ 2 (exp_pos u)).
  assert (exp u ^ 2 < exp v ^ 2).
  { apply (pow_lt_lt (exp u) (exp v) 1); [left; apply exp_pos | apply exp_increasing; lra]. }
  assert (/ (exp v ^ 2 + 1) < / (exp u ^ 2 + 1)); [|lra].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra].
Qed.
Lemma tanh_le_le u v : u <= v -> tanh u <= tanh v.
Proof. intros [H|H]; [left; apply tanh_lt_lt; lra | subst; lra]. Qed.
Lemma tanh_at_0 : tanh 0 = 0.
Proof. rewrite tanh_exp, exp_0. field. Qed.

(* ---- Derivatives *)

Notation lim := derivable_pt_lim.

Lemma D_eq f x a b : lim f x a -> a = b -> lim f x b.
Proof. now intros H <-. Qed.
Lemma D_id x : lim (fun t => t) x 1.
Proof. apply derivable_pt_lim_id. Qed.
Lemma D_const c x : lim (fun _ => c) x 0.
Proof. apply derivable_pt_lim_const. Qed.
Lemma D_plus f g x a b : lim f x a -> lim g x b -> lim (fun t => f t + g t) x (a + b).
Proof. apply derivable_pt_lim_plus. Qed.
Lemma D_mult f g x a b :
  lim f x a -> lim g x b -> lim (fun t => f t * g t) x (a * g x + f x * b).
Proof. apply derivable_pt_lim_mult. Qed.
Lemma D_inv f x a : lim f x a -> f x <> 0 -> lim (fun t => / f t) x (- a * / (f x) ^ 2).
Proof.
  intros H H0. apply is_derive_Reals. apply is_derive_Reals in H.
  replace (- a * / f x ^ 2) with (- a / f x ^ 2) by (unfold Rdiv; ring).
  apply (is_derive_inv f x a H H0).
Qed.
Lemma D_pow f x a n k : INR (S n) = k ->
  lim f x a -> lim (fun t => f t ^ S n) x (k * f x ^ n * a).
Proof.
  intros <- H. apply is_derive_Reals. apply is_derive_Reals in H.
  replace (INR (S n) * f x ^ n * a) with (INR (S n) * a * f x ^ Init.Nat.pred (S n))
    by (simpl Init.Nat.pred; ring).
  apply (is_derive_pow f (S n) x a H).
Qed.
Lemma D_exp f x a : lim f x a -> lim (fun t => exp (f t)) x (exp (f x) * a).
Proof. intros H. exact (derivable_pt_lim_comp f exp x a _ H (derivable_pt_lim_exp _)). Qed.
Lemma D_ln f x a : lim f x a -> 0 < f x -> lim (fun t => ln (f t)) x (/ f x * a).
Proof. intros H H0. exact (derivable_pt_lim_comp f ln x a _ H (derivable_pt_lim_ln _ H0)). Qed.
Lemma D_sqrt f x a : lim f x a -> 0 < f x ->
  lim (fun t => sqrt (f t)) x (/ 2 * / sqrt (f x) * a).
Proof.
  intros H H0. rewrite <- Rinv_mult.
  exact (derivable_pt_lim_comp f sqrt x a _ H (derivable_pt_lim_sqrt _ H0)).
Qed.
Lemma D_xlogx f x a : lim f x a -> 0 < f x ->
  lim (fun t => f t * ln (f t)) x ((1 + ln (f x)) * a).
Proof.
  intros H H0. apply (D_eq _ _ _ _ (D_mult _ _ _ _ _ H (D_ln _ _ _ H H0))). field. lra.
Qed.
Lemma D_tanh f x a : lim f x a -> lim (fun t => tanh (f t)) x ((1 - tanh (f x) ^ 2) * a).
Proof.
  intros. apply (derivable_pt_lim_comp f tanh x a (1 - tanh (f x) ^ 2)); [easy |].
  assert (H0 := cosh_pos (f x)).
  apply D_eq with ((cosh (f x) * cosh (f x) - sinh (f x) * sinh (f x)) / Rsqr (cosh (f x))).
  - apply (derivable_pt_lim_div sinh cosh);
      [apply derivable_pt_lim_sinh | apply derivable_pt_lim_cosh | lra].
  - unfold tanh, Rsqr. field. lra.
Qed.

(* ---- Continuity *)

Notation cont := continuity_pt.

Lemma C_of_D f x a : lim f x a -> cont f x.
Proof. intros. apply derivable_continuous_pt. now exists a. Qed.
Lemma C_id x : cont (fun t => t) x.
Proof. apply (C_of_D _ _ _ (D_id x)). Qed.
Lemma C_const c x : cont (fun _ => c) x.
Proof. apply (C_of_D _ _ _ (D_const c x)). Qed.
Lemma C_plus f g x : cont f x -> cont g x -> cont (fun t => f t + g t) x.
Proof. apply continuity_pt_plus. Qed.
Lemma C_mult f g x : cont f x -> cont g x -> cont (fun t => f t * g t) x.
Proof. apply continuity_pt_mult. Qed.
Lemma C_inv f x : cont f x -> f x <> 0 -> cont (fun t => / f t) x.
Proof. apply continuity_pt_inv. Qed.
Lemma C_comp (f g : R -> R) x : cont f x -> cont g (f x) -> cont (fun t => g (f t)) x.
Proof. apply (continuity_pt_comp f g). Qed.
Lemma C_pow f x n : cont f x -> cont (fun t => f t ^ n) x.
Proof. intros. apply (C_comp f (fun u => u ^ n)); [easy | apply derivable_continuous_pt, derivable_pt_pow]. Qed.
Lemma C_exp f x : cont f x -> cont (fun t => exp (f t)) x.
Proof. intros. apply C_comp; [easy | apply derivable_continuous_pt, derivable_pt_exp]. Qed.
Lemma C_ln f x : cont f x -> 0 < f x -> cont (fun t => ln (f t)) x.
Proof. intros. apply C_comp; [easy | exact (C_of_D _ _ _ (derivable_pt_lim_ln _ H0))]. Qed.
Lemma C_sqrt f x : cont f x -> 0 <= f x -> cont (fun t => sqrt (f t)) x.
Proof. intros. apply C_comp; [easy | now apply continuity_pt_sqrt]. Qed.
Lemma C_tanh f x : cont f x -> cont (fun t => tanh (f t)) x.
Proof. intros. apply C_comp; [easy | exact (C_of_D _ _ _ (D_tanh _ _ _ (D_id (f x))))]. Qed.
Lemma C_abs f x : cont f x -> cont (fun t => Rabs (f t)) x.
Proof. intros. apply C_comp; [easy | apply Rcontinuity_abs]. Qed.
Lemma C_ext f g x : (forall t, f t = g t) -> cont f x -> cont g x.
Proof. apply continuity_pt_ext. Qed.
Lemma C_max f g x : cont f x -> cont g x -> cont (fun t => Rmax (f t) (g t)) x.
Proof.
  intros. apply C_ext with (fun t => (f t + g t + Rabs (f t + -1 * g t)) * / 2).
  - intros t. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply C_mult; [|apply C_const].
    apply C_plus; [now apply C_plus | apply C_abs, C_plus; [easy | now apply C_mult; [apply C_const|]]].
Qed.
Lemma C_min f g x : cont f x -> cont g x -> cont (fun t => Rmin (f t) (g t)) x.
Proof.
  intros. apply C_ext with (fun t => (f t + g t + -1 * Rabs (f t + -1 * g t)) * / 2).
  - intros t. unfold Rmin, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply C_mult; [|apply C_const].
    apply C_plus; [now apply C_plus | apply C_mult; [apply C_const|]].
    apply C_abs, C_plus; [easy | now apply C_mult; [apply C_const|]].
Qed.
(* |u log u| <= 2 sqrt u for 0 < u <= 1: log (1 / sqrt u) <= 1 / sqrt u - 1. *)
Lemma xlogx_small u : 0 < u -> u <= 1 -> Rabs (u * ln u) <= 2 * sqrt u.
Proof.
  intros H H1. assert (Hs := sqrt_lt_R0 u H). assert (Hq := sqrt_sqrt u (Rlt_le _ _ H)).
  assert (H2 := ln_at_least (sqrt u) Hs).
  assert (H3 : ln u = ln (sqrt u) + ln (sqrt u)) by (rewrite <- ln_mult, Hq; lra).
  assert (H4 := xlogx_below_one u (Rlt_le _ _ H) H1).
  rewrite Rabs_left1 by lra. rewrite H3.
  assert (H5 : u * (1 - / sqrt u) <= u * ln (sqrt u)) by (apply Rmult_le_compat_l; lra).
  assert (H6 : u * / sqrt u = sqrt u); [|lra].
  apply (Rmult_eq_reg_r (sqrt u)); [|lra]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma C_xlogx f x : cont f x -> 0 <= f x -> cont (fun t => f t * ln (f t)) x.
Proof.
  intros Hf [H|H]; [apply C_mult; [easy | now apply C_ln]|].
  apply (C_comp f (fun u => u * ln u) x Hf). rewrite <- H. clear.
  intros e He. exists (Rmin 1 (e * e / 8)). split.
  - apply Rmin_case; [lra | assert (0 < e * e) by (apply Rmult_lt_0_compat; lra); lra].
  - intros u [_ Hu]. unfold dist in *; simpl in *. unfold R_dist in *.
    rewrite Rmult_0_l, Rminus_0_r. rewrite Rminus_0_r in Hu.
    assert (H1 := Rlt_le_trans _ _ _ Hu (Rmin_l _ _)).
    assert (H2 := Rlt_le_trans _ _ _ Hu (Rmin_r _ _)).
    destruct (Rlt_dec 0 u) as [Hp|Hn].
    + rewrite Rabs_pos_eq in H1, H2 by lra.
      apply Rle_lt_trans with (2 * sqrt u); [apply xlogx_small; lra|].
      assert (sqrt u < e / 2); [|lra].
      apply sqrt_high_lt; lra.
    + replace (ln u) with 0; [rewrite Rmult_0_r, Rabs_R0; lra|].
      unfold ln. destruct (Rlt_dec 0 u); [contradiction | easy].
Qed.

(* ---- Slopes *)

Lemma mean_value f d a b : a < b -> cont f a -> cont f b ->
  (forall t, a < t < b -> lim f t (d t)) ->
  exists c, a < c < b /\ f b - f a = d c * (b - a).
Proof.
  intros Hab Ha Hb Hd.
  assert (pr : forall c, a < c < b -> derivable_pt f c) by (intros c Hc; exact (exist _ (d c) (Hd c Hc))).
  assert (pi : forall c, a < c < b -> derivable_pt id c) by (intros; apply derivable_pt_id).
  destruct (MVT f id a b pr pi Hab) as (c & P & H).
  - intros c [H1 H2]. destruct H1 as [H1|H1]; [|now subst].
    destruct H2 as [H2|H2]; [|now subst]. exact (C_of_D _ _ _ (Hd _ (conj H1 H2))).
  - intros c _. apply C_id.
  - exists c. split; [easy|].
    rewrite (derive_pt_eq_0 f c (d c) (pr c P)) in H by auto.
    rewrite (derive_pt_eq_0 id c 1 (pi c P)) in H by apply derivable_pt_lim_id.
    unfold id in H. lra.
Qed.

Lemma rise f d a x : a <= x -> cont f a -> cont f x ->
  (forall t, a < t < x -> lim f t (d t)) -> (forall t, a < t < x -> 0 <= d t) -> f a <= f x.
Proof.
  intros [H|H] Ha Hx Hd Hs; [|subst; lra].
  destruct (mean_value f d a x H Ha Hx Hd) as (c & Hc & E).
  assert (0 <= d c * (x - a)) by (apply Rmult_le_pos; [auto | lra]). lra.
Qed.
Lemma rise_strictly f d a x : a < x -> cont f a -> cont f x ->
  (forall t, a < t < x -> lim f t (d t)) -> (forall t, a < t < x -> 0 < d t) -> f a < f x.
Proof.
  intros H Ha Hx Hd Hs.
  destruct (mean_value f d a x H Ha Hx Hd) as (c & Hc & E).
  assert (0 < d c * (x - a)) by (apply Rmult_lt_0_compat; [auto | lra]). lra.
Qed.
Lemma fall f d x b : x <= b -> cont f x -> cont f b ->
  (forall t, x < t < b -> lim f t (d t)) -> (forall t, x < t < b -> d t <= 0) -> f b <= f x.
Proof.
  intros [H|H] Ha Hx Hd Hs; [|subst; lra].
  destruct (mean_value f d x b H Ha Hx Hd) as (c & Hc & E).
  assert (0 <= (- d c) * (b - x)) by (apply Rmult_le_pos; [specialize (Hs c Hc); lra | lra]). lra.
Qed.
Lemma fall_strictly f d x b : x < b -> cont f x -> cont f b ->
  (forall t, x < t < b -> lim f t (d t)) -> (forall t, x < t < b -> d t < 0) -> f b < f x.
Proof.
  intros H Ha Hx Hd Hs.
  destruct (mean_value f d x b H Ha Hx Hd) as (c & Hc & E).
  assert (0 < (- d c) * (b - x)) by (apply Rmult_lt_0_compat; [specialize (Hs c Hc); lra | lra]). lra.
Qed.

(* The end a need not be taken: f is at least v beside it. *)
Lemma rise_from f d v a x : a < x -> cont f x -> cont v a ->
  (forall t, a < t < x -> lim f t (d t)) -> (forall t, a < t < x -> 0 <= d t) ->
  (forall t, a < t < x -> v t <= f t) -> v a <= f x.
Proof.
  intros H Hx Hv Hd Hs Hf. destruct (Rle_or_lt (v a) (f x)) as [|N]; [easy|]. exfalso.
  destruct (Hv (v a - f x)) as (h & Hh & K); [lra|].
  set (t := Rmin (a + h / 2) ((a + x) / 2)).
  assert (T1 : t <= a + h / 2) by apply Rmin_l.
  assert (T2 : t <= (a + x) / 2) by apply Rmin_r.
  assert (T3 : a < t) by (apply Rmin_case; lra).
  assert (V : Rabs (v t - v a) < v a - f x).
  { apply K. split; [split; [exact I | lra]|]. simpl. unfold R_dist. rewrite Rabs_pos_eq; lra. }
  apply Rabs_def2 in V. assert (F : v t <= f t) by (apply Hf; lra).
  assert (f t <= f x); [|lra]. apply (rise f d t x); [lra | | easy | |].
  - apply (C_of_D _ _ (d t)). apply Hd. lra.
  - intros s Hs1. apply Hd. lra.
  - intros s Hs1. apply Hs. lra.
Qed.
Lemma fall_from f d v x b : x < b -> cont f x -> cont v b ->
  (forall t, x < t < b -> lim f t (d t)) -> (forall t, x < t < b -> d t <= 0) ->
  (forall t, x < t < b -> v t <= f t) -> v b <= f x.
Proof.
  intros H Hx Hv Hd Hs Hf. destruct (Rle_or_lt (v b) (f x)) as [|N]; [easy|]. exfalso.
  destruct (Hv (v b - f x)) as (h & Hh & K); [lra|].
  set (t := Rmax (b - h / 2) ((b + x) / 2)).
  assert (T1 : b - h / 2 <= t) by apply Rmax_l.
  assert (T2 : (b + x) / 2 <= t) by apply Rmax_r.
  assert (T3 : t < b) by (apply Rmax_case; lra).
  assert (V : Rabs (v t - v b) < v b - f x).
  { apply K. split; [split; [exact I | lra]|]. simpl. unfold R_dist. rewrite Rabs_left; lra. }
  apply Rabs_def2 in V. assert (F : v t <= f t) by (apply Hf; lra).
  assert (f t <= f x); [|lra]. apply (fall f d x t); [lra | easy | | |].
  - apply (C_of_D _ _ (d t)). apply Hd. lra.
  - intros s Hs1. apply Hd. lra.
  - intros s Hs1. apply Hs. lra.
Qed.

(* The slope leads down to m from both sides. *)
Lemma valley f d m x : cont f m -> cont f x ->
  (forall t, m < t < x \/ x < t < m -> lim f t (d t)) ->
  (forall t, m < t < x \/ x < t < m -> 0 <= (t - m) * d t) -> f m <= f x.
Proof.
  intros Hm Hx Hd Hs. destruct (Rle_dec m x) as [H|H].
  - apply (rise f d m x); auto. intros t Ht. specialize (Hs t (or_introl Ht)).
    destruct (Rle_dec 0 (d t)) as [|Hn]; [easy|]. exfalso.
    assert (0 < (t - m) * - d t) by (apply Rmult_lt_0_compat; lra). lra.
  - apply (fall f d x m); auto; [lra|]. intros t Ht. specialize (Hs t (or_intror Ht)).
    destruct (Rle_dec (d t) 0) as [|Hn]; [easy|]. exfalso.
    assert (0 < (m - t) * d t) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* A convex function with slope 0 at m. *)
Lemma anchor f d e m x : cont f m -> cont f x -> cont d m -> d m = 0 ->
  (forall t, m < t < x \/ x < t < m -> lim f t (d t)) ->
  (forall t, m < t < x \/ x < t < m -> lim d t (e t)) ->
  (forall t, m < t < x \/ x < t < m -> 0 <= e t) -> f m <= f x.
Proof.
  intros Hm Hx Hc H0 Hd He Hs. apply (valley f d m x); auto.
  intros t [Ht|Ht].
  - assert (d m <= d t).
    { apply (rise d e m t); [lra | easy | | |].
      - exact (C_of_D _ _ _ (He t (or_introl Ht))).
      - intros s Hs1. apply He. left; lra.
      - intros s Hs1. apply Hs. left; lra. }
    apply Rmult_le_pos; lra.
  - assert (d t <= d m).
    { apply (rise d e t m); [lra | | easy | |].
      - exact (C_of_D _ _ _ (He t (or_intror Ht))).
      - intros s Hs1. apply He. right; lra.
      - intros s Hs1. apply Hs. right; lra. }
    assert (0 <= (m - t) * - d t) by (apply Rmult_le_pos; lra). lra.
Qed.

(* A concave function is at least its lesser end. *)
Lemma concave f d e a b x : a < x < b -> cont f a -> cont f b ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> e t <= 0) -> Rmin (f a) (f b) <= f x.
Proof.
  intros Hx Ha Hb Hd He Hs.
  assert (Hc : cont f x) by exact (C_of_D _ _ _ (Hd x Hx)).
  destruct (mean_value f d a x) as (p & Hp & Ep); [lra | easy | easy | |].
  { intros t Ht. apply Hd. lra. }
  destruct (mean_value f d x b) as (q & Hq & Eq); [lra | easy | easy | |].
  { intros t Ht. apply Hd. lra. }
  assert (d q <= d p).
  { apply (fall d e p q); [lra | | | |].
    - apply (C_of_D _ _ (e p)). apply He. lra.
    - apply (C_of_D _ _ (e q)). apply He. lra.
    - intros t Ht. apply He. lra.
    - intros t Ht. apply Hs. lra. }
  destruct (Rle_dec 0 (d p)) as [H0|H0].
  - apply Rle_trans with (f a); [apply Rmin_l|].
    assert (0 <= d p * (x - a)) by (apply Rmult_le_pos; lra). lra.
  - apply Rle_trans with (f b); [apply Rmin_r|].
    assert (0 <= - d q * (b - x)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* One inflection: w e is monotone for a w > 0, so e < 0 up to a point and e >= 0 from there. *)
Lemma inflection_high f d e w g k a b x : a < x < b -> cont f a -> cont f b -> cont d b ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> 0 < w t) -> (forall t, a < t < b -> g t = w t * e t) ->
  (forall t, a < t < b -> lim g t (k t)) -> (forall t, a < t < b -> 0 <= k t) ->
  0 <= f a -> 0 <= f b -> d b <= 0 -> 0 <= f x.
Proof.
  intros Hx Ha Hb Hdb Hd He Hw Hg Hk Hs Fa Fb Db.
  assert (mono : forall s t, a < s -> s <= t -> t < b -> g s <= g t).
  { intros s t H1 H2 H3. apply (rise g k s t); [lra | | | |].
    - apply (C_of_D _ _ (k s)). apply Hk. lra.
    - apply (C_of_D _ _ (k t)). apply Hk. lra.
    - intros u Hu. apply Hk. lra.
    - intros u Hu. apply Hs. lra. }
  destruct (Rle_dec 0 (g x)) as [H|H].
  - apply Rle_trans with (f b); [easy|]. apply (fall f d x b); [lra | | easy | |].
    + apply (C_of_D _ _ (d x)). auto.
    + intros t Ht. apply Hd. lra.
    + intros t Ht. apply Rle_trans with (d b); [|easy].
      apply (rise d e t b); [lra | | easy | |].
      * apply (C_of_D _ _ (e t)). apply He. lra.
      * intros s Hs1. apply He. lra.
      * intros s Hs1. assert (g x <= g s) by (apply mono; lra).
        assert (Q := Hg s). assert (W := Hw s). rewrite Q in H0 by lra.
        destruct (Rle_dec 0 (e s)) as [|N]; [easy|]. exfalso.
        assert (0 < w s * - e s) by (apply Rmult_lt_0_compat; [apply W; lra | lra]). lra.
  - destruct (Rle_dec 0 (f x)) as [|F]; [easy|]. exfalso.
    destruct (mean_value f d a x) as (p & Hp & Ep); [lra | easy | | |].
    { apply (C_of_D _ _ (d x)). auto. }
    { intros t Ht. apply Hd. lra. }
    assert (neg : forall t, a < t <= x -> e t <= 0).
    { intros t Ht. assert (g t <= g x) by (apply mono; lra).
      rewrite (Hg t) in H0 by lra. destruct (Rle_dec (e t) 0) as [|N]; [easy|]. exfalso.
      assert (0 < w t * e t) by (apply Rmult_lt_0_compat; [apply Hw; lra | lra]). lra. }
    assert (D : d x <= d p).
    { apply (fall d e p x); [lra | | | |].
      - apply (C_of_D _ _ (e p)). apply He. lra.
      - apply (C_of_D _ _ (e x)). apply He. lra.
      - intros t Ht. apply He. lra.
      - intros t Ht. apply neg. lra. }
    assert (Dp : d p < 0).
    { destruct (Rlt_dec (d p) 0); [easy|]. exfalso.
      assert (0 <= d p * (x - a)) by (apply Rmult_le_pos; lra). lra. }
    (* Beyond x the slope stays <= 0: where g < 0 it falls, where g >= 0 it rises to d b <= 0. *)
    assert (B : f b <= f x); [|lra].
    apply (fall f d x b); [lra | | easy | |].
    + apply (C_of_D _ _ (d x)). auto.
    + intros t Ht. apply Hd. lra.
    + intros t Ht. destruct (Rle_dec 0 (g t)) as [G|G].
      * apply Rle_trans with (d b); [|easy]. apply (rise d e t b); [lra | | easy | |].
        -- apply (C_of_D _ _ (e t)). apply He. lra.
        -- intros s Hs1. apply He. lra.
        -- intros s Hs1. assert (g t <= g s) by (apply mono; lra).
           rewrite (Hg s) in H0 by lra. destruct (Rle_dec 0 (e s)) as [|N]; [easy|]. exfalso.
           assert (0 < w s * - e s) by (apply Rmult_lt_0_compat; [apply Hw; lra | lra]). lra.
      * apply Rle_trans with (d x); [|lra]. apply (fall d e x t); [lra | | | |].
        -- apply (C_of_D _ _ (e x)). apply He. lra.
        -- apply (C_of_D _ _ (e t)). apply He. lra.
        -- intros s Hs1. apply He. lra.
        -- intros s Hs1. assert (g s <= g t) by (apply mono; lra).
           rewrite (Hg s) in H0 by lra. destruct (Rle_dec (e s) 0) as [|N]; [easy|]. exfalso.
           assert (0 < w s * e s) by (apply Rmult_lt_0_compat; [apply Hw; lra | lra]). lra.
Qed.
Lemma D_turned f x a : lim f (- x) a -> lim (fun t => f (- t)) x (- a).
Proof.
  intros. apply D_eq with (a * -1); [|ring].
  apply (derivable_pt_lim_comp Ropp f x (-1) a); [|easy].
  apply (derivable_pt_lim_opp id x 1). apply derivable_pt_lim_id.
Qed.
Lemma C_turned f x : cont f x -> cont (fun t => f (- t)) (- x).
Proof.
  intros. apply (C_comp Ropp f); [|now rewrite Ropp_involutive].
  apply (C_of_D _ _ (-1)). apply (derivable_pt_lim_opp id). apply derivable_pt_lim_id.
Qed.
Lemma inflection_low f d e w g k a b x : a < x < b -> cont f a -> cont f b -> cont d a ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> 0 < w t) -> (forall t, a < t < b -> g t = w t * e t) ->
  (forall t, a < t < b -> lim g t (k t)) -> (forall t, a < t < b -> k t <= 0) ->
  0 <= f a -> 0 <= f b -> 0 <= d a -> 0 <= f x.
Proof.
  intros Hx Ha Hb Hda Hd He Hw Hg Hk Hs Fa Fb Da.
  rewrite <- (Ropp_involutive x).
  apply (inflection_high (fun t => f (- t)) (fun t => - d (- t)) (fun t => e (- t))
    (fun t => w (- t)) (fun t => g (- t)) (fun t => - k (- t)) (- b) (- a) (- x));
    try (rewrite ?Ropp_involutive; easy); try lra.
  - now apply C_turned.
  - now apply C_turned.
  - apply continuity_pt_opp. now apply (C_turned d).
  - intros t Ht. apply D_turned. apply Hd. lra.
  - intros t Ht. apply D_eq with (- (- e (- t))); [|ring].
    apply (derivable_pt_lim_opp (fun s => d (- s))). apply D_turned. apply He. lra.
  - intros t Ht. apply Hw. lra.
  - intros t Ht. apply Hg. lra.
  - intros t Ht. apply D_turned. apply Hk. lra.
  - intros t Ht. specialize (Hs (- t)). lra.
  - rewrite Ropp_involutive. lra.
Qed.

(* The same, where the ends may be taken. *)
Lemma concave_ge f d e a b x : a <= x <= b -> cont f a -> cont f b ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> e t <= 0) -> 0 <= f a -> 0 <= f b -> 0 <= f x.
Proof.
  intros [[Hx|Hx] [Hy|Hy]] Ha Hb Hd He Hs Fa Fb; subst; try easy.
  apply Rle_trans with (Rmin (f a) (f b)); [now apply Rmin_glb | now apply (concave f d e a b x)].
Qed.
Lemma concave_gt f d e a b x : a <= x <= b -> cont f a -> cont f b ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> e t <= 0) -> 0 < f a -> 0 < f b -> 0 < f x.
Proof.
  intros [[Hx|Hx] [Hy|Hy]] Ha Hb Hd He Hs Fa Fb; subst; try easy.
  apply Rlt_le_trans with (Rmin (f a) (f b)); [now apply Rmin_glb_lt | now apply (concave f d e a b x)].
Qed.
Lemma inflected_high f d e w g k a b x : a <= x <= b -> cont f a -> cont f b -> cont d b ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> 0 < w t) -> (forall t, a < t < b -> g t = w t * e t) ->
  (forall t, a < t < b -> lim g t (k t)) -> (forall t, a < t < b -> 0 <= k t) ->
  0 <= f a -> 0 <= f b -> d b <= 0 -> 0 <= f x.
Proof.
  intros [[Hx|Hx] [Hy|Hy]]; intros; subst; try easy.
  now apply (inflection_high f d e w g k a b x).
Qed.
Lemma inflected_low f d e w g k a b x : a <= x <= b -> cont f a -> cont f b -> cont d a ->
  (forall t, a < t < b -> lim f t (d t)) -> (forall t, a < t < b -> lim d t (e t)) ->
  (forall t, a < t < b -> 0 < w t) -> (forall t, a < t < b -> g t = w t * e t) ->
  (forall t, a < t < b -> lim g t (k t)) -> (forall t, a < t < b -> k t <= 0) ->
  0 <= f a -> 0 <= f b -> 0 <= d a -> 0 <= f x.
Proof.
  intros [[Hx|Hx] [Hy|Hy]]; intros; subst; try easy.
  now apply (inflection_low f d e w g k a b x).
Qed.
Lemma square_times u h : 0 <= h -> 0 <= u * (u * h).
Proof.
  intros. rewrite <- Rmult_assoc. apply Rmult_le_pos; [apply Rle_0_sqr | easy].
Qed.

(* A sign by a product with a positive term. *)
Lemma quotient_ge b t a : b * t = a -> 0 < b -> 0 <= a -> 0 <= t.
Proof.
  intros H H1 H2. destruct (Rle_or_lt 0 t) as [|Hn]; [easy|]. exfalso.
  assert (0 < b * - t) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma quotient_gt b t a : b * t = a -> 0 < b -> 0 < a -> 0 < t.
Proof.
  intros H H1 H2. destruct (Rle_or_lt t 0) as [Hn|]; [|easy]. exfalso.
  assert (0 <= b * - t) by (apply Rmult_le_pos; lra). lra.
Qed.

(* A comparison of logarithms or of squares is one of the numbers. *)
Lemma ln_back_le u v : 0 < u -> 0 < v -> ln u <= ln v -> u <= v.
Proof. intros Hu Hv H. rewrite <- (exp_ln u), <- (exp_ln v) by easy. now apply exp_le_le. Qed.
Lemma ln_back_lt u v : 0 < u -> 0 < v -> ln u < ln v -> u < v.
Proof. intros. now apply ln_lt_inv. Qed.
Lemma square_back_le u v : 0 <= v -> u ^ 2 <= v ^ 2 -> u <= v.
Proof.
  intros Hv H. destruct (Rle_or_lt u v) as [|N]; [easy|]. exfalso.
  assert (v ^ 2 < u ^ 2) by (apply (pow_lt_lt v u 1); lra). lra.
Qed.
Lemma square_back_lt u v : 0 <= v -> u ^ 2 < v ^ 2 -> u < v.
Proof.
  intros Hv H. destruct (Rlt_or_le u v) as [|N]; [easy|]. exfalso.
  assert (v ^ 2 <= u ^ 2) by (apply pow_le_le; lra). lra.
Qed.

(* ---- Identities: logarithms of products, exponentials of sums *)

Lemma L_mult u v a b : 0 < u -> 0 < v -> ln u = a -> ln v = b -> ln (u * v) = a + b.
Proof. intros. rewrite ln_mult; lra. Qed.
Lemma L_inv u a : 0 < u -> ln u = a -> ln (/ u) = - a.
Proof. intros. rewrite ln_Rinv; lra. Qed.
Lemma L_pow u a n k : INR n = k -> 0 < u -> ln u = a -> ln (u ^ n) = k * a.
Proof. intros. rewrite <- Rpower_pow by easy. unfold Rpower. rewrite ln_exp. now subst. Qed.
Lemma L_sqrt u a : 0 < u -> ln u = a -> ln (sqrt u) = a / 2.
Proof.
  intros H <-. assert (Hs := sqrt_lt_R0 u H). rewrite <- (sqrt_sqrt u) at 2 by lra.
  rewrite ln_mult by easy. lra.
Qed.
Lemma L_root n k u a : INR n = k -> (0 < n)%nat -> 0 < u -> ln u = a -> ln (root n u) = a / k.
Proof. intros. rewrite root_exp by easy. rewrite ln_exp. now subst. Qed.
Lemma X_plus u v a b : exp u = a -> exp v = b -> exp (u + v) = a * b.
Proof. intros. rewrite exp_plus. now subst. Qed.
Lemma X_pow u a n k : INR n = k -> exp u = a -> exp (k * u) = a ^ n.
Proof.
  intros <- <-. induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR. change (exp u ^ S n) with (exp u * exp u ^ n).
  replace ((INR n + 1) * u) with (u + INR n * u) by ring. now rewrite exp_plus, IH.
Qed.
Lemma X_inv u a : exp u = a -> exp (- u) = / a.
Proof. intros <-. apply exp_Ropp. Qed.
Lemma X_sqrt u : 0 < u -> exp ((1 / 2) * ln u) = sqrt u.
Proof.
  intros. rewrite <- (exp_ln (sqrt u)) by now apply sqrt_lt_R0. rewrite (L_sqrt u (ln u)) by easy.
  f_equal. field.
Qed.

Arguments D_eq {f x a b}.
Arguments D_id {x}.
Arguments D_const c {x}.
Arguments D_plus {f g x a b}.
Arguments D_mult {f g x a b}.
Arguments D_inv {f x a}.
Arguments D_pow {f x a} n k.
Arguments D_exp {f x a}.
Arguments D_ln {f x a}.
Arguments D_sqrt {f x a}.
Arguments D_xlogx {f x a}.
Arguments D_tanh {f x a}.
Arguments C_id {x}.
Arguments C_const c {x}.
Arguments C_plus {f g x}.
Arguments C_mult {f g x}.
Arguments C_inv {f x}.
Arguments C_pow {f x} n.
Arguments C_exp {f x}.
Arguments C_ln {f x}.
Arguments C_sqrt {f x}.
Arguments C_tanh {f x}.
Arguments C_xlogx {f x}.
Arguments C_abs {f x}.
Arguments C_max {f g x}.
Arguments C_min {f g x}.

(* ---- Tactics *)

Ltac number := interval with (i_prec 128).
Ltac prove_number := first [lra | interval | solve [rewrite ?ln_1, ?exp_0; lra]].

Ltac side := first [assumption | lra | (apply Rlt_le; assumption)].
Ltac nonzero := repeat split;
  first [ assumption
        | apply Rgt_not_eq; assumption
        | apply Rgt_not_eq, exp_pos
        | apply Rgt_not_eq, PI_RGT_0
        | let H := fresh in intro H; lra
        | apply pow_nonzero; nonzero
        | apply Rmult_integral_contrapositive_currified; nonzero ].
Ltac same := cbv beta; first [ reflexivity | ring | solve [field; nonzero] ].
Ltac zero_inside := repeat match goal with
  | |- context [Rabs ?u] => lazymatch u with 0 => fail | _ => replace u with 0 by ring end end.
Ltac same_inside := first [same | zero_inside; same].
Ltac same_numbers := rewrite ?ln_1, ?exp_0, ?sqrt_0, ?sqrt_1, ?tanh_at_0, ?ln_exp; same.
Ltac same_parts := first [reflexivity | solve [f_equal; same] | solve [f_equal; same_numbers]
                         | solve [f_equal; first [same | f_equal; same | f_equal; same_numbers]] | same].
Ltac same_with_roots := first [same | same_numbers | solve [field_simplify_eq; [nsatz | nonzero]]].

(* A sign from one that is the same up to the order of sums and products. *)
Ltac side_of Q := cbv beta; first [exact Q | clear - Q; lra].
Ltac ring_product := first [reflexivity | ring].
Ltac nonnegative := first
  [ assumption | lra
  | match goal with
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; nonnegative
    | |- 0 <= _ * _ => apply Rmult_le_pos; nonnegative
    | |- 0 <= _ ^ _ => apply pow_le; nonnegative
    | |- 0 < _ * _ => apply Rmult_lt_0_compat; nonnegative
    | |- 0 < _ ^ _ => apply pow_lt; nonnegative
    | |- 0 < _ + _ => first [ apply Rplus_lt_0_compat; nonnegative
                            | apply Rplus_lt_le_0_compat; nonnegative
                            | apply Rplus_le_lt_0_compat; nonnegative ]
    end ].
