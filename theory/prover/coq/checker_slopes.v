(* The rules of the checker along one variable: signs of slopes, limits at ends, least values.

   The other variables are fixed. f is the term, d its slope, and what was assumed of the variable is
   dropped, so that all of its interval counts. *)

From Coq Require Import Reals Lra List Classical.
From banditproof Require Import checker_points.
Import ListNotations.
Open Scope R_scope.

Notation lim := derivable_pt_lim.

(* ---- Ends, and what holds beside them *)

Inductive end_ := Low (a : R) | High (b : R) | Minus_infinity | Infinity.
(* The distance from an end, or 1 / |x| if it is infinite. *)
Definition gap (e : end_) (x : R) : R :=
  match e with Low a => x - a | High b => b - x | Minus_infinity => / - x | Infinity => / x end.
Definition beside (e : end_) (Q : R -> Prop) : Prop :=
  exists h, 0 < h /\ forall x, 0 < gap e x < h -> Q x.
Definition low_end (w : where_) : end_ := match lo w with Some a => Low a | None => Minus_infinity end.
Definition high_end (w : where_) : end_ := match hi w with Some b => High b | None => Infinity end.
Definition vanishes (e : end_) (g : R -> R) : Prop :=
  forall eps, 0 < eps -> beside e (fun x => Rabs (g x) < eps).
(* The lower limit of f at an end is >= 0 (> 0 if strict). *)
Definition limit (strict : bool) (e : end_) (f : R -> R) : Prop :=
  exists l, sign strict l /\ forall eps, 0 < eps -> beside e (fun x => l - eps < f x).
Definition continuous_in (S : R -> Prop) (f : R -> R) (y : R) : Prop :=
  forall eps, 0 < eps -> exists h, 0 < h /\ forall t, S t -> Rabs (t - y) < h -> Rabs (f t - f y) < eps.
(* v is continuous up to an end, where its value is l; if the end is infinite, v is fixed. *)
Definition up_to (S : R -> Prop) (e : end_) (v : R -> R) (l : R) : Prop :=
  match e with
  | Low a | High a => continuous_in S v a /\ v a = l
  | _ => forall x, v x = l
  end.

Lemma gap_infinite h x : 0 < h -> / h < x -> 0 < / x < h.
Proof.
  intros Hh Hx. assert (P := Rinv_0_lt_compat _ Hh). split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- (Rinv_inv h). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | easy].
Qed.
Lemma beside_both e (Q1 Q2 : R -> Prop) : beside e Q1 -> beside e Q2 -> beside e (fun x => Q1 x /\ Q2 x).
Proof.
  intros (h & Hh & H) (k & Hk & K). exists (Rmin h k). split; [now apply Rmin_case|].
  intros x [H0 Hx]. assert (A := Rlt_le_trans _ _ _ Hx (Rmin_l _ _)).
  assert (B := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)). auto.
Qed.
Lemma beside_weaker e (Q1 Q2 : R -> Prop) : (forall x, Q1 x -> Q2 x) -> beside e Q1 -> beside e Q2.
Proof. intros W (h & Hh & H). exists h. auto. Qed.

Lemma beside_inside_low w : has_inside w -> beside (low_end w) (inside w).
Proof.
  unfold has_inside, low_end, inside, over, under. destruct w as [[a|] [b|] tl th]; simpl; intros H.
  - exists (b - a). split; [lra|]. simpl. intros. lra.
  - exists 1. split; [lra|]. simpl. intros. lra.
  - assert (A := Rle_abs (- b)). assert (P := Rabs_pos (- b)).
    exists (/ (Rabs (- b) + 1)). split; [apply Rinv_0_lt_compat; lra|]. simpl. intros x [H0 Hx].
    split; [easy|]. assert (0 < - x) by (rewrite <- (Rinv_inv (- x)); now apply Rinv_0_lt_compat).
    assert (Rabs (- b) + 1 < - x); [|lra]. rewrite <- (Rinv_inv (- x)), <- (Rinv_inv (Rabs (- b) + 1)).
    apply Rinv_lt_contravar; [|easy]. apply Rmult_lt_0_compat; [easy | apply Rinv_0_lt_compat; lra].
  - exists 1. split; [lra | easy].
Qed.
Lemma beside_inside_high w : has_inside w -> beside (high_end w) (inside w).
Proof.
  unfold has_inside, high_end, inside, over, under. destruct w as [[a|] [b|] tl th]; simpl; intros H.
  - exists (b - a). split; [lra|]. simpl. intros. lra.
  - assert (A := Rle_abs a). assert (P := Rabs_pos a).
    exists (/ (Rabs a + 1)). split; [apply Rinv_0_lt_compat; lra|]. simpl. intros x [H0 Hx].
    split; [|easy]. assert (0 < x) by (rewrite <- (Rinv_inv x); now apply Rinv_0_lt_compat).
    assert (Rabs a + 1 < x); [|lra]. rewrite <- (Rinv_inv x), <- (Rinv_inv (Rabs a + 1)).
    apply Rinv_lt_contravar; [|easy]. apply Rmult_lt_0_compat; [easy | apply Rinv_0_lt_compat; lra].
  - exists 1. split; [lra|]. simpl. intros. lra.
  - exists 1. split; [lra | easy].
Qed.
(* What holds beside an end holds inside from some place on. *)
Lemma from_low w Q : has_inside w -> beside (low_end w) Q ->
  exists z, inside w z /\ forall x, inside w x -> x <= z -> Q x.
Proof.
  intros W H. destruct (beside_both _ _ _ H (beside_inside_low w W)) as (h & Hh & B).
  unfold low_end in B. destruct w as [[a|] b tl th]; simpl in *.
  - exists (a + h / 2). split; [apply B; lra|]. intros x [Hx _] Hz. simpl in Hx. apply B. lra.
  - assert (P := Rinv_0_lt_compat _ Hh). exists (- (/ h + 1)). split.
    + apply B. apply gap_infinite; lra.
    + intros x _ Hz. apply B. apply gap_infinite; lra.
Qed.
Lemma from_high w Q : has_inside w -> beside (high_end w) Q ->
  exists z, inside w z /\ forall x, inside w x -> z <= x -> Q x.
Proof.
  intros W H. destruct (beside_both _ _ _ H (beside_inside_high w W)) as (h & Hh & B).
  unfold high_end in B. destruct w as [a [b|] tl th]; simpl in *.
  - exists (b - h / 2). split; [apply B; lra|]. intros x [_ Hx] Hz. simpl in Hx. apply B. lra.
  - assert (P := Rinv_0_lt_compat _ Hh). exists (/ h + 1). split.
    + apply B. apply gap_infinite; lra.
    + intros x _ Hz. apply B. apply gap_infinite; lra.
Qed.
Lemma inside_convex w x y z : inside w x -> inside w z -> x <= y <= z -> inside w y.
Proof.
  unfold inside, over, under. destruct (lo w), (hi w); intros [] []; intros; split; try easy; lra.
Qed.
Lemma inside_within w x : inside w x -> within w x.
Proof.
  unfold inside, within, over, under. destruct (lo w), (hi w), (lo_taken w), (hi_taken w);
    intros []; split; try easy; lra.
Qed.

(* ---- limit: of a part that is continuous up to the end, one that is >= 0, and one that vanishes *)

Lemma limit_beside e S f v r g l strict : beside e S -> up_to S e v l -> vanishes e g ->
  (forall x, S x -> f x = v x + r x + g x) -> (forall x, S x -> 0 <= r x) -> sign strict l ->
  limit strict e f.
Proof.
  intros HS Hv Hg Hf Hr Hl. exists l. split; [easy|]. intros eps He.
  assert (V : beside e (fun x => S x -> Rabs (v x - l) < eps / 2)).
  { destruct e as [a|a| |]; simpl in Hv.
    - destruct Hv as [C <-]. destruct (C (eps / 2)) as (h & Hh & K); [lra|]. exists h. split; [easy|].
      simpl. intros x Hx Sx. apply K; [easy | rewrite Rabs_pos_eq; lra].
    - destruct Hv as [C <-]. destruct (C (eps / 2)) as (h & Hh & K); [lra|]. exists h. split; [easy|].
      simpl. intros x Hx Sx. apply K; [easy | rewrite Rabs_left; lra].
    - exists 1. split; [lra|]. intros x _ _. rewrite Hv, Rminus_diag_eq, Rabs_R0; [lra | easy].
    - exists 1. split; [lra|]. intros x _ _. rewrite Hv, Rminus_diag_eq, Rabs_R0; [lra | easy]. }
  assert (G := Hg (eps / 2)). apply (beside_weaker e (fun x => S x /\
    (S x -> Rabs (v x - l) < eps / 2) /\ Rabs (g x) < eps / 2)).
  - intros x (Sx & Vx & Gx). specialize (Vx Sx). apply Rabs_def2 in Vx. apply Rabs_def2 in Gx.
    rewrite (Hf x Sx). specialize (Hr x Sx). lra.
  - apply beside_both; [easy | apply beside_both; [easy | apply G; lra]].
Qed.
Theorem rule_limit_low w f v r g l strict : has_inside w -> up_to (inside w) (low_end w) v l ->
  vanishes (low_end w) g -> (forall x, inside w x -> f x = v x + r x + g x) ->
  (forall x, inside w x -> 0 <= r x) -> sign strict l -> limit strict (low_end w) f.
Proof. intros W. apply limit_beside. now apply beside_inside_low. Qed.
Theorem rule_limit_high w f v r g l strict : has_inside w -> up_to (inside w) (high_end w) v l ->
  vanishes (high_end w) g -> (forall x, inside w x -> f x = v x + r x + g x) ->
  (forall x, inside w x -> 0 <= r x) -> sign strict l -> limit strict (high_end w) f.
Proof. intros W. apply limit_beside. now apply beside_inside_high. Qed.

(* Parts that vanish may be added, and there may be none. *)
Theorem rule_vanishing_sum e g h : vanishes e g -> vanishes e h -> vanishes e (fun x => g x + h x).
Proof.
  intros G H eps He. apply (beside_weaker e (fun x => Rabs (g x) < eps / 2 /\ Rabs (h x) < eps / 2)).
  - intros x [A B]. assert (T := Rabs_triang (g x) (h x)). lra.
  - apply beside_both; [apply G | apply H]; lra.
Qed.
Theorem rule_vanishing_none e : vanishes e (fun _ => 0).
Proof. intros eps He. exists 1. split; [lra|]. intros. rewrite Rabs_R0. lra. Qed.

(* ---- Continuity: what has a value, and is made of continuous functions, is continuous *)

Theorem rule_continuous_variable S y : continuous_in S (fun x => x) y.
Proof. intros eps He. exists eps. auto. Qed.
Theorem rule_continuous_fixed S c y : continuous_in S (fun _ => c) y.
Proof. intros eps He. exists 1. split; [lra|]. intros. rewrite Rminus_diag_eq, Rabs_R0; easy. Qed.
Theorem rule_continuous_function S f (F : R -> R) y : continuous_in S f y -> continuity_pt F (f y) ->
  continuous_in S (fun x => F (f x)) y.
Proof.
  intros Hf HF eps He. destruct (HF eps He) as (k & Hk & K). destruct (Hf k Hk) as (h & Hh & H).
  exists h. split; [easy|]. intros t St Ht. destruct (Req_dec (f t) (f y)) as [E|N].
  - rewrite E, Rminus_diag_eq, Rabs_R0; easy.
  - apply (K (f t)). split; [split; [exact I | now apply not_eq_sym] | now apply H].
Qed.
Theorem rule_continuous_sum S f g y : continuous_in S f y -> continuous_in S g y ->
  continuous_in S (fun x => f x + g x) y.
Proof.
  intros Hf Hg eps He. destruct (Hf (eps / 2)) as (h & Hh & H); [lra|].
  destruct (Hg (eps / 2)) as (k & Hk & K); [lra|].
  exists (Rmin h k). split; [now apply Rmin_case|]. intros t St Ht.
  specialize (H t St (Rlt_le_trans _ _ _ Ht (Rmin_l _ _))).
  specialize (K t St (Rlt_le_trans _ _ _ Ht (Rmin_r _ _))).
  replace (f t + g t - (f y + g y)) with ((f t - f y) + (g t - g y)) by ring.
  assert (T := Rabs_triang (f t - f y) (g t - g y)). lra.
Qed.
Lemma continuous_in_ext S f g y : (forall x, f x = g x) -> continuous_in S f y -> continuous_in S g y.
Proof.
  intros E H eps He. destruct (H eps He) as (h & Hh & K). exists h. split; [easy|].
  intros t St Ht. rewrite <- !E. auto.
Qed.
Theorem rule_continuous_product S f g y : continuous_in S f y -> continuous_in S g y ->
  continuous_in S (fun x => f x * g x) y.
Proof.
  intros Hf Hg.
  assert (Q : forall k : R -> R, continuous_in S k y -> continuous_in S (fun x => k x * k x) y).
  { intros k Hk. apply (rule_continuous_function S k (fun u => u * u)); [easy|].
    apply derivable_continuous_pt. apply derivable_pt_mult; apply derivable_pt_id. }
  assert (M : forall c (k : R -> R), continuous_in S k y -> continuous_in S (fun x => c * k x) y).
  { intros c k Hk. apply (rule_continuous_function S k (fun u => c * u)); [easy|].
    apply derivable_continuous_pt. apply derivable_pt_scal, derivable_pt_id. }
  apply (continuous_in_ext S (fun x => (/ 4) * ((f x + g x) * (f x + g x)) + (- / 4) * ((f x + -1 * g x) * (f x + -1 * g x)))).
  - intros x. field.
  - apply rule_continuous_sum; apply M, Q, rule_continuous_sum; auto.
Qed.
Theorem rule_continuous_larger S f g y : continuous_in S f y -> continuous_in S g y ->
  continuous_in S (fun x => Rmax (f x) (g x)) y.
Proof.
  intros Hf Hg.
  assert (M : forall c (k : R -> R), continuous_in S k y -> continuous_in S (fun x => c * k x) y).
  { intros c k Hk. apply rule_continuous_product; [apply rule_continuous_fixed | easy]. }
  apply (continuous_in_ext S (fun x => / 2 * ((f x + g x) + Rabs (f x + -1 * g x)))).
  - intros x. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply M. apply rule_continuous_sum; [now apply rule_continuous_sum|].
    apply (rule_continuous_function S (fun x => f x + -1 * g x)); [|apply Rcontinuity_abs].
    apply rule_continuous_sum; auto.
Qed.

(* ---- Signs in turn: a beginning of one sign, and the rest of the others. true is >= 0. *)

Definition turned (s : bool) (v : R) : R := if s then v else - v.
Definition begins (I J : R -> Prop) : Prop := forall x y, I x -> I y -> x <= y -> J y -> J x.
Fixpoint signs (l : list bool) (f : R -> R) (I : R -> Prop) : Prop :=
  match l with
  | [] => forall x, ~ I x
  | s :: rest => exists J, begins I J /\ (forall x, I x -> J x -> 0 <= turned s (f x)) /\
      signs rest f (fun x => I x /\ ~ J x)
  end.
Fixpoint alternating (l : list bool) : Prop :=
  match l with s :: (s' :: _) as rest => s' = negb s /\ alternating rest | _ => True end.
(* The signs of a term whose slope has some signs: the opposite of the first one, and then these. *)
Definition of_slope (l : list bool) : list bool := match l with [] => [] | s :: _ => negb s :: l end.

Lemma turned_negb s v : turned (negb s) v = - turned s v.
Proof. destruct s; simpl; ring. Qed.
Lemma lim_turned s f x a : lim f x a -> lim (fun t => turned s (f t)) x (turned s a).
Proof. destruct s; simpl; [easy | apply derivable_pt_lim_opp]. Qed.
Lemma fewer l f : forall I I' : R -> Prop, (forall x, I' x -> I x) -> signs l f I -> signs l f I'.
Proof.
  induction l as [|s l IH]; simpl; intros I I' Sub H; [intros x Hx; exact (H x (Sub x Hx))|].
  destruct H as (J & HJ & Hs & Hl). exists J. repeat split.
  - intros x y Hx Hy. apply HJ; auto.
  - auto.
  - revert Hl. apply IH. intros x [Hx Jx]. auto.
Qed.

Section Slopes.
Variables f d : R -> R.
Definition convex (I : R -> Prop) : Prop := forall x y z, I x -> I z -> x <= y <= z -> I y.

Lemma grows s x y : x <= y -> (forall t, x <= t <= y -> lim f t (d t)) ->
  (forall t, x <= t <= y -> 0 <= turned s (d t)) -> turned s (f x) <= turned s (f y).
Proof.
  intros [H|H] Hd Hs; [|subst; lra].
  destruct (MVT_cor2 (fun t => turned s (f t)) (fun t => turned s (d t)) x y H) as (c & E & Hc).
  { intros c Hc. now apply lim_turned, Hd. }
  assert (0 <= turned s (d c) * (y - x)) by (apply Rmult_le_pos; [apply Hs|]; lra). lra.
Qed.
Lemma grows_strictly s x y : x < y -> (forall t, x <= t <= y -> lim f t (d t)) ->
  (forall t, x <= t <= y -> 0 < turned s (d t)) -> turned s (f x) < turned s (f y).
Proof.
  intros H Hd Hs.
  destruct (MVT_cor2 (fun t => turned s (f t)) (fun t => turned s (d t)) x y H) as (c & E & Hc).
  { intros c Hc. now apply lim_turned, Hd. }
  assert (0 < turned s (d c) * (y - x)) by (apply Rmult_lt_0_compat; [apply Hs|]; lra). lra.
Qed.

Lemma slope_signs l : forall s (I : R -> Prop), convex I -> (forall x, I x -> lim f x (d x)) ->
  alternating (s :: l) -> signs (s :: l) d I -> signs (negb s :: s :: l) f I.
Proof.
  induction l as [|s' l IH]; intros s I C Hd Ht (J0 & H0 & Hs & Hl).
  - simpl in Hl. exists (fun x => turned s (f x) <= 0). repeat split.
    + intros x y Hx Hy L Jy. apply Rle_trans with (turned s (f y)); [|easy].
      apply grows; [easy | intros t T; apply Hd; now apply (C x t y) |].
      intros t T. assert (It : I t) by now apply (C x t y).
      apply Hs; [easy | apply NNPP; intros N; now apply (Hl t)].
    + intros x _ Jx. rewrite turned_negb. lra.
    + exists (fun _ => True). repeat split; [|intros x [_ []]; easy].
      intros x [_ N] _. apply Rnot_le_lt in N. lra.
  - destruct Ht as [-> Ht]. set (I1 := fun x => I x /\ ~ J0 x).
    assert (C1 : convex I1).
    { intros x y z [Ix Nx] [Iz Nz] L. assert (Iy : I y) by now apply (C x y z). split; [easy|].
      intros Jy. apply Nx. apply (H0 x y); [easy | easy | lra | easy]. }
    destruct (IH (negb s) I1 C1) as (K & HK & Ks & Kl); [intros x [Ix _]; auto | easy | easy|].
    rewrite Bool.negb_involutive in Ks.
    exists (fun x => J0 x /\ turned s (f x) <= 0). split; [|split].
    + intros x y Ix Iy L [Jy Ly]. split; [now apply (H0 x y)|].
      apply Rle_trans with (turned s (f y)); [|easy].
      apply grows; [easy | intros t T; apply Hd; now apply (C x t y) |].
      intros t T. assert (It : I t) by now apply (C x t y). apply Hs; [easy|]. apply (H0 t y); easy || lra.
    + intros x _ [_ L]. rewrite turned_negb. lra.
    + exists (fun x => J0 x \/ K x). repeat split.
      * intros x y [Ix Nx] [Iy Ny] L [Jy|Ky]; [left; now apply (H0 x y)|].
        destruct (classic (J0 x)) as [Jx|Jx]; [now left|]. right.
        destruct (classic (J0 y)) as [Jy|Jy]; [exfalso; apply Jx; now apply (H0 x y)|].
        now apply (HK x y).
      * intros x [Ix Nx] A. destruct (classic (J0 x)) as [Jx|Jx].
        -- destruct (Rle_or_lt (turned s (f x)) 0) as [L|L]; [exfalso; now apply Nx | lra].
        -- destruct A as [A|A]; [easy|]. now apply Ks.
      * refine (fewer (negb s :: l) f _ _ _ Kl). intros x [[Ix _] N]. repeat split; try easy; intros Jx; apply N; auto.
Qed.

Definition bound_low (I : R -> Prop) s := forall eps, 0 < eps ->
  exists z, I z /\ forall x, I x -> x <= z -> - eps < turned s (f x).
Definition bound_high (I : R -> Prop) s := forall eps, 0 < eps ->
  exists z, I z /\ forall x, I x -> z <= x -> - eps < turned s (f x).

Lemma struck_low l : forall s (I : R -> Prop), convex I -> (forall x, I x -> lim f x (d x)) ->
  alternating (s :: l) -> bound_low I s -> signs (s :: l) d I -> signs (s :: l) f I.
Proof.
  intros s I C Hd Ht B (J0 & H0 & Hs & Hl).
  assert (F : forall x, I x -> J0 x -> 0 <= turned s (f x)).
  { intros x Ix Jx. destruct (Rle_or_lt 0 (turned s (f x))) as [|N]; [easy|]. exfalso.
    destruct (B (- turned s (f x))) as (z & Iz & Z); [lra|].
    assert (M1 := Rmin_l z x). assert (M2 := Rmin_r z x).
    assert (Im : I (Rmin z x)) by (apply Rmin_case; easy).
    assert (A := Z _ Im M1). assert (turned s (f (Rmin z x)) <= turned s (f x)); [|lra].
    apply grows; [easy | intros t T; apply Hd; now apply (C (Rmin z x) t x)|].
    intros t T. assert (It : I t) by now apply (C (Rmin z x) t x).
    apply Hs; [easy|]. apply (H0 t x); easy || lra. }
  destruct l as [|s' l]; [now exists J0|]. destruct Ht as [-> Ht].
  set (I1 := fun x => I x /\ ~ J0 x).
  assert (C1 : convex I1).
  { intros x y z [Ix Nx] [Iz Nz] L. assert (Iy : I y) by now apply (C x y z). split; [easy|].
    intros Jy. apply Nx. apply (H0 x y); [easy | easy | lra | easy]. }
  destruct (slope_signs l (negb s) I1 C1) as (K & HK & Ks & Kl); [intros x [Ix _]; auto | easy | easy|].
  rewrite Bool.negb_involutive in Ks. exists (fun x => J0 x \/ K x). repeat split.
  - intros x y Ix Iy L [Jy|Ky]; [left; now apply (H0 x y)|].
    destruct (classic (J0 x)) as [Jx|Jx]; [now left|]. right.
    destruct (classic (J0 y)) as [Jy|Jy]; [exfalso; apply Jx; now apply (H0 x y)|].
    now apply (HK x y).
  - intros x Ix A. destruct (classic (J0 x)) as [Jx|Jx]; [now apply F|].
    destruct A as [A|A]; [easy|]. now apply Ks.
  - refine (fewer (negb s :: l) f _ _ _ Kl). intros x [Ix N]. repeat split; try easy; intros Jx; apply N; auto.
Qed.

Lemma last_part k u g : forall I, signs (k ++ [u]) g I -> exists J, begins I J /\
  signs k g (fun x => I x /\ J x) /\ forall x, I x -> ~ J x -> 0 <= turned u (g x).
Proof.
  induction k as [|s k IH]; simpl; intros I (J & HJ & Hs & Hl).
  - exists (fun _ => False). repeat split; [easy | intros x []; easy |].
    intros x Ix _. apply Hs; [easy | apply NNPP; intros N; now apply (Hl x)].
  - destruct (IH _ Hl) as (K & HK & Ks & Ku). exists (fun x => J x \/ K x). repeat split.
    + intros x y Ix Iy L [Jy|Ky]; [left; now apply (HJ x y)|].
      destruct (classic (J x)) as [Jx|Jx]; [now left|]. right.
      destruct (classic (J y)) as [Jy|Jy]; [exfalso; apply Jx; now apply (HJ x y)|].
      now apply (HK x y).
    + exists J. repeat split.
      * intros x y [Ix _] [Iy _]. now apply HJ.
      * intros x [Ix _]. now apply Hs.
      * refine (fewer k g _ _ _ Ks). intros x [[Ix [Jx|Kx]] N]; easy.
    + intros x Ix N. apply Ku; [split; [easy|] |]; intros A; apply N; auto.
Qed.
Lemma merged k u g J : forall I, begins I J -> signs (k ++ [u]) g (fun x => I x /\ J x) ->
  (forall x, I x -> ~ J x -> 0 <= turned u (g x)) -> signs (k ++ [u]) g I.
Proof.
  induction k as [|s k IH]; simpl; intros I HJ (K & HK & Hs & Hl) Hu.
  - exists (fun _ => True). repeat split; [|intros x []; easy].
    intros x Ix _. destruct (classic (J x)) as [Jx|Jx]; [|now apply Hu].
    apply Hs; [easy | apply NNPP; intros N; now apply (Hl x)].
  - exists (fun x => J x /\ K x). split; [|split].
    + intros x y Ix Iy L [Jy Ky]. assert (Jx : J x) by now apply (HJ x y).
      split; [easy|]. now apply (HK x y).
    + intros x Ix [Jx Kx]. now apply Hs.
    + apply IH.
      * intros x y [Ix _] [Iy _]. now apply HJ.
      * refine (fewer (k ++ [u]) g _ _ _ Hl). intros x [[Ix N] Jx]. repeat split; try easy. intros Kx. now apply N.
      * intros x [Ix _]. now apply Hu.
Qed.
Lemma alternating_end k u : alternating (k ++ [u]) -> k = [] \/ exists k', k = k' ++ [negb u].
Proof.
  induction k as [|s k IH]; [now left|]. intros H. right. destruct k as [|s' k].
  - destruct H as [-> _]. exists []. simpl. now rewrite Bool.negb_involutive.
  - destruct H as [_ H]. destruct (IH H) as [|(k' & ->)]; [easy|]. now exists (s :: k').
Qed.
Lemma alternating_begin k u : alternating (k ++ [u]) -> alternating k.
Proof.
  induction k as [|s k IH]; [easy|]. destruct k as [|s' k]; [easy|]. intros [-> H].
  split; [easy|]. now apply IH.
Qed.
Lemma begun_convex (I J : R -> Prop) : convex I -> begins I J -> convex (fun x => I x /\ J x).
Proof.
  intros C H x y z [Ix _] [Iz Jz] L. assert (Iy : I y) by now apply (C x y z).
  split; [easy | apply (H y z); easy || lra].
Qed.
(* What the last sign of the slope says of the term, if the limit at the high end is known. *)
Lemma end_kept (I J : R -> Prop) u : convex I -> (forall x, I x -> lim f x (d x)) -> begins I J ->
  (forall x, I x -> ~ J x -> 0 <= turned u (d x)) -> bound_high I (negb u) ->
  forall x, I x -> ~ J x -> 0 <= turned (negb u) (f x).
Proof.
  intros C Hd HJ Hu B x Ix Nx. destruct (Rle_or_lt 0 (turned (negb u) (f x))) as [|N]; [easy|]. exfalso.
  destruct (B (- turned (negb u) (f x))) as (z & Iz & Z); [lra|].
  assert (M1 := Rmax_l z x). assert (M2 := Rmax_r z x).
  assert (Im : I (Rmax z x)) by (apply Rmax_case; easy).
  assert (A := Z _ Im M1). rewrite !turned_negb in *.
  assert (turned u (f x) <= turned u (f (Rmax z x))); [|lra].
  apply grows; [easy | intros t T; apply Hd; now apply (C x t (Rmax z x))|].
  intros t T. assert (It : I t) by now apply (C x t (Rmax z x)).
  apply Hu; [easy|]. intros Jt. apply Nx. apply (HJ x t); easy || lra.
Qed.
Lemma struck_high k u (I : R -> Prop) : convex I -> (forall x, I x -> lim f x (d x)) ->
  alternating (k ++ [u]) -> bound_high I (negb u) -> signs (k ++ [u]) d I ->
  signs (match k with [] => [negb u] | s :: _ => negb s :: k end) f I.
Proof.
  intros C Hd Ht B H. destruct (last_part k u d I H) as (J & HJ & Hk & Hu).
  assert (K := end_kept I J u C Hd HJ Hu B).
  destruct (alternating_end k u Ht) as [-> | (k' & E)].
  - exists (fun _ => True). repeat split; [|intros x []; easy]. intros x Ix _. apply K; [easy|].
    intros Jx. now apply (Hk x).
  - assert (A := alternating_begin k u Ht). destruct k as [|s k]; [now destruct k'|].
    rewrite E. rewrite app_comm_cons. apply (merged _ _ _ J); [easy | | easy].
    rewrite <- app_comm_cons, <- E. apply slope_signs; try easy.
    + now apply begun_convex.
    + intros x [Ix _]. auto.
Qed.
Lemma struck_both k u (I : R -> Prop) : convex I -> (forall x, I x -> lim f x (d x)) ->
  alternating (k ++ [u]) -> bound_low I (hd true k) -> bound_high I (negb u) -> k <> [] ->
  signs (k ++ [u]) d I -> signs k f I.
Proof.
  intros C Hd Ht L B N H. destruct (last_part k u d I H) as (J & HJ & Hk & Hu).
  assert (K := end_kept I J u C Hd HJ Hu B).
  destruct (alternating_end k u Ht) as [-> | (k' & E)]; [easy|].
  assert (A := alternating_begin k u Ht). rewrite E. apply (merged _ _ _ J); [easy | | easy].
  rewrite <- E. destruct k as [|s k]; [easy|].
  destruct (classic (exists x, I x /\ J x)) as [(y & Iy & Jy)|Empty].
  - apply struck_low; try easy.
    + now apply begun_convex.
    + intros x [Ix _]. auto.
    + intros eps He. destruct (L eps He) as (z & Iz & Z). exists (Rmin z y).
      assert (M1 := Rmin_l z y). assert (M2 := Rmin_r z y).
      assert (Im : I (Rmin z y)) by (apply Rmin_case; easy). repeat split.
      * easy.
      * now apply (HJ (Rmin z y) y).
      * intros x [Ix _] Hx. apply Z; [easy | lra].
  - apply (fewer _ _ (fun _ => False)); [intros x Hx; apply Empty; now exists x|].
    clear. induction (s :: k) as [|s1 l IH]; simpl; [intros x []|].
    exists (fun _ => False). repeat split; try easy. refine (fewer l f _ _ _ IH). intros x []. easy.
Qed.
End Slopes.

(* ---- along: the signs of the slope, and a limit at one end or at both *)

Theorem rule_signs w f d l : (forall x, inside w x -> lim f x (d x)) -> alternating l ->
  signs l d (inside w) -> signs (of_slope l) f (inside w).
Proof.
  intros Hd Ht H. destruct l as [|s l]; [exact H|].
  apply (slope_signs f d); try easy. exact (inside_convex w).
Qed.
Lemma low_is_bound w f s strict : has_inside w -> limit strict (low_end w) (fun x => turned s (f x)) ->
  bound_low f (inside w) s.
Proof.
  intros W (l & Hl & L) eps He. destruct (from_low w _ W (L eps He)) as (z & Iz & Z).
  exists z. split; [easy|]. intros x Ix Hx. specialize (Z x Ix Hx).
  destruct strict; simpl in Hl; lra.
Qed.
Lemma high_is_bound w f s strict : has_inside w -> limit strict (high_end w) (fun x => turned s (f x)) ->
  bound_high f (inside w) s.
Proof.
  intros W (l & Hl & L) eps He. destruct (from_high w _ W (L eps He)) as (z & Iz & Z).
  exists z. split; [easy|]. intros x Ix Hx. specialize (Z x Ix Hx).
  destruct strict; simpl in Hl; lra.
Qed.
(* The sign at an end is struck out if the limit at that end contradicts it. *)
Theorem rule_strike_low w f d l : has_inside w -> (forall x, inside w x -> lim f x (d x)) ->
  alternating l -> signs l d (inside w) ->
  limit false (low_end w) (fun x => turned (hd true l) (f x)) -> signs l f (inside w).
Proof.
  intros W Hd Ht H L. destruct l as [|s l]; [exact H|].
  apply (struck_low f d); try easy; [exact (inside_convex w) | now apply (low_is_bound w f s false)].
Qed.
Theorem rule_strike_high w f d l : has_inside w -> (forall x, inside w x -> lim f x (d x)) ->
  alternating l -> signs l d (inside w) ->
  limit false (high_end w) (fun x => turned (negb (last l true)) (f x)) ->
  signs (removelast (of_slope l)) f (inside w).
Proof.
  intros W Hd Ht H L. destruct l as [|s l]; [exact H|].
  assert (E : s :: l <> []) by easy. assert (A := app_removelast_last true E).
  set (k := removelast (s :: l)) in *. set (u := last (s :: l) true) in *.
  assert (G : removelast (of_slope (s :: l)) = negb s :: k) by reflexivity.
  replace (removelast (of_slope (s :: l))) with (match k with [] => [negb u] | s :: _ => negb s :: k end).
  - apply (struck_high f d); try (rewrite <- A; easy); try easy; [exact (inside_convex w)|].
    now apply (high_is_bound w f (negb u) false).
  - rewrite G. clearbody k u. destruct k as [|s1 k]; injection A; intros; subst; easy.
Qed.
Theorem rule_strike_both w f d l : has_inside w -> (forall x, inside w x -> lim f x (d x)) ->
  alternating l -> signs l d (inside w) -> removelast l <> [] ->
  limit false (low_end w) (fun x => turned (hd true l) (f x)) ->
  limit false (high_end w) (fun x => turned (negb (last l true)) (f x)) ->
  signs (removelast l) f (inside w).
Proof.
  intros W Hd Ht H N L B. destruct l as [|s l]; [easy|].
  assert (E : s :: l <> []) by easy. assert (A := app_removelast_last true E).
  set (k := removelast (s :: l)) in *. set (u := last (s :: l) true) in *.
  apply (struck_both f d k u); try (rewrite <- A; easy); try easy.
  - exact (inside_convex w).
  - replace (hd true k) with s; [now apply (low_is_bound w f s false)|].
    destruct k as [|s1 k]; [easy|]. now injection A.
  - now apply (high_is_bound w f (negb u) false).
Qed.
(* One sign that was shown, and one that is that of a product with a weight >= 0. *)
Theorem rule_shown_sign w f s : (forall x, inside w x -> 0 <= turned s (f x)) ->
  signs [s] f (inside w).
Proof. intros H. exists (fun _ => True). repeat split; [|intros x []; easy]. intros x Ix _. auto. Qed.
Theorem rule_weight w f weight core l : (forall x, inside w x -> f x = weight x * core x) ->
  (forall x, inside w x -> 0 <= weight x) -> signs l core (inside w) -> signs l f (inside w).
Proof.
  generalize (inside w). induction l as [|s l IH]; intros I E W H; [exact H|].
  destruct H as (J & HJ & Hs & Hl). exists J. repeat split; [easy | |].
  - intros x Ix Jx. rewrite E by easy. assert (M := Rmult_le_pos _ _ (W x Ix) (Hs x Ix Jx)).
    destruct s; simpl in *; lra.
  - apply IH; [intros x [Ix _]; auto | intros x [Ix _]; auto | easy].
Qed.

(* The sign inside is that on all of the interval, since the term is continuous. *)
Lemma beside_point w x : has_inside w -> within w x -> forall h, 0 < h ->
  exists t, inside w t /\ Rabs (t - x) < h.
Proof.
  intros W Hx h Hh. destruct (classic (inside w x)) as [I|N].
  - exists x. rewrite Rminus_diag_eq, Rabs_R0; easy.
  - unfold has_inside, within, inside, over, under in *. destruct w as [[a|] [b|] tl th]; simpl in *.
    + destruct (Rle_or_lt x a) as [L|L].
      * set (t := Rmin (a + h / 2) ((a + b) / 2)). assert (A := Rmin_l (a + h / 2) ((a + b) / 2)).
        assert (B := Rmin_r (a + h / 2) ((a + b) / 2)). assert (C : a < t) by (apply Rmin_case; lra).
        exists t. fold t in A, B. split; [lra|]. assert (x = a) by (destruct tl; lra).
        rewrite Rabs_pos_eq; lra.
      * set (t := Rmax (b - h / 2) ((a + b) / 2)). assert (A := Rmax_l (b - h / 2) ((a + b) / 2)).
        assert (B := Rmax_r (b - h / 2) ((a + b) / 2)). assert (C : t < b) by (apply Rmax_case; lra).
        exists t. fold t in A, B. split; [lra|]. assert (x = b) by (destruct th; lra).
        rewrite Rabs_left; lra.
    + exists (a + h / 2). split; [split; [lra | easy]|]. assert (x = a) by (destruct tl; lra).
      rewrite Rabs_pos_eq; lra.
    + exists (b - h / 2). split; [split; [easy | lra]|]. assert (x = b) by (destruct th; lra).
      rewrite Rabs_left; lra.
    + easy.
Qed.
Theorem rule_along w f : has_inside w -> (forall x, within w x -> continuous_in (inside w) f x) ->
  signs [true] f (inside w) -> forall x, within w x -> 0 <= f x.
Proof.
  intros W C (J & _ & Hs & Hl) x Hx. destruct (Rle_or_lt 0 (f x)) as [|N]; [easy|]. exfalso.
  destruct (C x Hx (- f x)) as (h & Hh & K); [lra|].
  destruct (beside_point w x W Hx h Hh) as (t & It & Ht). specialize (K t It Ht).
  assert (Jt : J t) by (apply NNPP; intros Nt; now apply (Hl t)).
  specialize (Hs t It Jt). simpl in Hs. apply Rabs_def2 in K. lra.
Qed.

(* ---- Strict forms. The sign s of the term is shown, true for > 0. *)

Lemma one_sign w s g : signs [s] g (inside w) -> forall x, inside w x -> 0 <= turned s (g x).
Proof.
  intros (J & _ & Hs & Hl) x Ix. apply Hs; [easy | apply NNPP; intros N; now apply (Hl x)].
Qed.
Lemma kept_inside w f c : has_inside w -> (forall x, within w x -> continuous_in (inside w) f x) ->
  forall s y, within w y -> (exists h, 0 < h /\ forall t, inside w t -> Rabs (t - y) < h ->
    c <= turned s (f t)) -> c <= turned s (f y).
Proof.
  intros W C s y Hy (h & Hh & H). destruct (Rle_or_lt c (turned s (f y))) as [|N]; [easy|]. exfalso.
  destruct (C y Hy (c - turned s (f y))) as (k & Hk & K); [lra|].
  assert (M : 0 < Rmin h k) by now apply Rmin_case.
  destruct (beside_point w y W Hy _ M) as (t & It & Ht).
  specialize (H t It (Rlt_le_trans _ _ _ Ht (Rmin_l _ _))).
  specialize (K t It (Rlt_le_trans _ _ _ Ht (Rmin_r _ _))). apply Rabs_def2 in K.
  destruct s; simpl in *; lra.
Qed.
Lemma within_order w x y : inside w x -> within w y -> y < x \/ x = y \/ x < y.
Proof. intros. destruct (Rtotal_order x y) as [|[|]]; auto. Qed.

(* Inside, all values are >= some c > 0. *)
Lemma c_on_all w f s c : has_inside w -> (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> c <= turned s (f x)) -> forall x, within w x -> c <= turned s (f x).
Proof.
  intros W C H x Hx. apply (kept_inside w f c W C s x Hx). exists 1. split; [lra | auto].
Qed.
Lemma above_low w f d s l : has_inside w -> (forall x, inside w x -> lim f x (d x)) ->
  (forall x, inside w x -> 0 <= turned s (d x)) ->
  (forall eps, 0 < eps -> beside (low_end w) (fun x => l - eps < turned s (f x))) ->
  forall x, inside w x -> l <= turned s (f x).
Proof.
  intros W Hd Hs L x Ix. destruct (Rle_or_lt l (turned s (f x))) as [|N]; [easy|]. exfalso.
  destruct (from_low w _ W (L (l - turned s (f x)) ltac:(lra))) as (z & Iz & Z).
  assert (M1 := Rmin_l z x). assert (M2 := Rmin_r z x).
  assert (Im : inside w (Rmin z x)) by (apply Rmin_case; easy). specialize (Z _ Im M1).
  assert (turned s (f (Rmin z x)) <= turned s (f x)); [|lra].
  apply (grows f d); [easy | |]; intros t T; [apply Hd | apply Hs]; now apply (inside_convex w (Rmin z x) t x).
Qed.
Lemma above_high w f d s l : has_inside w -> (forall x, inside w x -> lim f x (d x)) ->
  (forall x, inside w x -> 0 <= turned s (d x)) ->
  (forall eps, 0 < eps -> beside (high_end w) (fun x => l - eps < turned (negb s) (f x))) ->
  forall x, inside w x -> l <= turned (negb s) (f x).
Proof.
  intros W Hd Hs L x Ix. destruct (Rle_or_lt l (turned (negb s) (f x))) as [|N]; [easy|]. exfalso.
  destruct (from_high w _ W (L (l - turned (negb s) (f x)) ltac:(lra))) as (z & Iz & Z).
  assert (M1 := Rmax_l z x). assert (M2 := Rmax_r z x).
  assert (Im : inside w (Rmax z x)) by (apply Rmax_case; easy). specialize (Z _ Im M1).
  assert (turned s (f x) <= turned s (f (Rmax z x))); [|rewrite !turned_negb in *; lra].
  apply (grows f d); [easy | |]; intros t T; [apply Hd | apply Hs]; now apply (inside_convex w x t (Rmax z x)).
Qed.

(* The limit at the end from which the term leads away is > 0. *)
Theorem rule_strict_low w f d s : has_inside w ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> 0 <= turned s (d x)) ->
  limit true (low_end w) (fun x => turned s (f x)) -> forall x, within w x -> 0 < turned s (f x).
Proof.
  intros W C Hd Hs (l & Hl & L) x Hx. simpl in Hl. apply Rlt_le_trans with l; [easy|].
  apply (c_on_all w f s l); try easy. now apply (above_low w f d).
Qed.
Theorem rule_strict_high w f d s : has_inside w ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> 0 <= turned s (d x)) ->
  limit true (high_end w) (fun x => turned (negb s) (f x)) ->
  forall x, within w x -> 0 < turned (negb s) (f x).
Proof.
  intros W C Hd Hs (l & Hl & L) x Hx. simpl in Hl. apply Rlt_le_trans with l; [easy|].
  apply (c_on_all w f (negb s) l); try easy. now apply (above_high w f d).
Qed.
(* The slope has a sign, and then the other one; the limits at both ends are > 0. *)
Theorem rule_strict_both w f d s : has_inside w ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> signs [s; negb s] d (inside w) ->
  limit true (low_end w) (fun x => turned s (f x)) ->
  limit true (high_end w) (fun x => turned s (f x)) -> forall x, within w x -> 0 < turned s (f x).
Proof.
  intros W C Hd (J & HJ & Hs & K & _ & Ht & Hl) (l & Pl & L) (m & Pm & M) x Hx. simpl in Pl, Pm.
  assert (N : forall t, inside w t -> ~ J t -> turned s (d t) <= 0).
  { intros t It Jt. assert (Kt : K t) by (apply NNPP; intros Kt; now apply (Hl t)).
    specialize (Ht t (conj It Jt) Kt). rewrite turned_negb in Ht. lra. }
  apply Rlt_le_trans with (Rmin l m); [now apply Rmin_case|].
  apply (c_on_all w f s (Rmin l m)); try easy. intros y Iy.
  destruct (Rle_or_lt (Rmin l m) (turned s (f y))) as [|Y]; [easy|]. exfalso.
  assert (M1 := Rmin_l l m). assert (M2 := Rmin_r l m).
  destruct (classic (J y)) as [Jy|Jy].
  - destruct (from_low w _ W (L (l - turned s (f y)) ltac:(lra))) as (z & Iz & Z).
    assert (Z1 := Rmin_l z y). assert (Z2 := Rmin_r z y).
    assert (Im : inside w (Rmin z y)) by (apply Rmin_case; easy). specialize (Z _ Im Z1).
    assert (turned s (f (Rmin z y)) <= turned s (f y)); [|lra].
    apply (grows f d); [easy | |]; intros t T;
      assert (It : inside w t) by (now apply (inside_convex w (Rmin z y) t y)); [auto|].
    apply Hs; [easy | apply (HJ t y); easy || lra].
  - destruct (from_high w _ W (M (m - turned s (f y)) ltac:(lra))) as (z & Iz & Z).
    assert (Z1 := Rmax_l z y). assert (Z2 := Rmax_r z y).
    assert (Im : inside w (Rmax z y)) by (apply Rmax_case; easy). specialize (Z _ Im Z1).
    assert (turned (negb s) (f y) <= turned (negb s) (f (Rmax z y))); [|rewrite !turned_negb in *; lra].
    apply (grows f d); [easy | |]; intros t T;
      assert (It : inside w t) by (now apply (inside_convex w y t (Rmax z y))); [auto|].
    rewrite turned_negb. assert (~ J t) by (intros Jt; apply Jy; apply (HJ y t); easy || lra).
    specialize (N t It H). lra.
Qed.
(* The slope is strict: the term is off its limit, which need not be > 0 if that end is not taken. *)
Theorem rule_steep_low w f d s : has_inside w -> (lo w <> None -> lo_taken w = false) ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> 0 < turned s (d x)) ->
  limit false (low_end w) (fun x => turned s (f x)) -> forall x, within w x -> 0 < turned s (f x).
Proof.
  intros W T C Hd Hs (l & Hl & L) x Hx. simpl in Hl.
  assert (A := above_low w f d s l W Hd (fun x Ix => Rlt_le _ _ (Hs x Ix)) L).
  destruct (from_low w (fun _ => True) W) as (z0 & Iz0 & _); [now exists 1; split; [lra|]|].
  assert (Y : exists y, inside w y /\ y < x).
  { unfold within, inside, over, under in *. destruct w as [[a|] [b|] tl th]; simpl in *;
      try (rewrite T in Hx by easy).
    - exists ((a + x) / 2). destruct th; lra.
    - exists ((a + x) / 2). lra.
    - exists (Rmin (x - 1) (b - 1)). assert (R1 := Rmin_l (x - 1) (b - 1)).
      assert (R2 := Rmin_r (x - 1) (b - 1)). lra.
    - exists (x - 1). lra. }
  destruct Y as (y & Iy & Ly).
  destruct (classic (inside w x)) as [Ix|Nx].
  - apply Rle_lt_trans with (turned s (f y)); [specialize (A y Iy); lra|].
    apply (grows_strictly f d); [easy | |]; intros t Ht; [apply Hd | apply Hs]; apply (inside_convex w y t x); easy || lra.
  - (* x is the high end: values beside it are above the value at a point between *)
    assert (Y2 : exists m, inside w m /\ y < m < x).
    { exists ((y + x) / 2). split; [|lra]. unfold within, inside, over, under in *.
      destruct (lo w), (hi w), (hi_taken w); split; try easy; lra. }
    destruct Y2 as (m & Im & Lm).
    assert (B : turned s (f y) < turned s (f m)).
    { apply (grows_strictly f d); [lra | |]; intros t Ht; [apply Hd | apply Hs]; apply (inside_convex w y t m); easy || lra. }
    apply Rlt_le_trans with (turned s (f m)); [specialize (A y Iy); lra|].
    apply (kept_inside w f _ W C s x Hx). exists (x - m). split; [lra|]. intros t It Ht.
    apply Rabs_def2 in Ht. apply (grows f d); [lra | |]; intros u Hu; [apply Hd | apply Rlt_le, Hs];
      apply (inside_convex w m u t); easy || lra.
Qed.
Theorem rule_steep_high w f d s : has_inside w -> (hi w <> None -> hi_taken w = false) ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> 0 < turned s (d x)) ->
  limit false (high_end w) (fun x => turned (negb s) (f x)) ->
  forall x, within w x -> 0 < turned (negb s) (f x).
Proof.
  intros W T C Hd Hs (l & Hl & L) x Hx. simpl in Hl.
  assert (A := above_high w f d s l W Hd (fun x Ix => Rlt_le _ _ (Hs x Ix)) L).
  assert (Y : exists y, inside w y /\ x < y).
  { unfold within, inside, over, under in *. destruct w as [[a|] [b|] tl th]; simpl in *;
      try (rewrite T in Hx by easy).
    - exists ((x + b) / 2). destruct tl; lra.
    - exists (Rmax (x + 1) (a + 1)). assert (R1 := Rmax_l (x + 1) (a + 1)).
      assert (R2 := Rmax_r (x + 1) (a + 1)). lra.
    - exists ((x + b) / 2). lra.
    - exists (x + 1). lra. }
  destruct Y as (y & Iy & Ly).
  destruct (classic (inside w x)) as [Ix|Nx].
  - apply Rle_lt_trans with (turned (negb s) (f y)); [specialize (A y Iy); lra|].
    rewrite !turned_negb. apply Ropp_lt_contravar.
    apply (grows_strictly f d); [easy | |]; intros t Ht; [apply Hd | apply Hs]; apply (inside_convex w x t y); easy || lra.
  - assert (Y2 : exists m, inside w m /\ x < m < y).
    { exists ((x + y) / 2). split; [|lra]. unfold within, inside, over, under in *.
      destruct (lo w), (hi w), (lo_taken w); split; try easy; lra. }
    destruct Y2 as (m & Im & Lm).
    assert (B : turned s (f m) < turned s (f y)).
    { apply (grows_strictly f d); [lra | |]; intros t Ht; [apply Hd | apply Hs]; apply (inside_convex w m t y); easy || lra. }
    apply Rlt_le_trans with (turned (negb s) (f m)); [specialize (A y Iy); rewrite !turned_negb in *; lra|].
    apply (kept_inside w f _ W C (negb s) x Hx). exists (m - x). split; [lra|]. intros t It Ht.
    apply Rabs_def2 in Ht. rewrite !turned_negb. apply Ropp_le_contravar.
    apply (grows f d); [lra | |]; intros u Hu; [apply Hd | apply Rlt_le, Hs];
      apply (inside_convex w t u m); easy || lra.
Qed.

(* ---- slope: one sign of the slope, and the value at the end from which the term leads away *)

Lemma up_to_low w f a : lo w = Some a -> continuous_in (inside w) f a -> up_to (inside w) (low_end w) f (f a).
Proof. unfold low_end. intros -> H. now split. Qed.
Lemma up_to_high w f b : hi w = Some b -> continuous_in (inside w) f b -> up_to (inside w) (high_end w) f (f b).
Proof. unfold high_end. intros -> H. now split. Qed.
Theorem rule_rising w f d a strict steep : has_inside w -> lo w = Some a ->
  (forall x, within w x \/ x = a -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> sign steep (d x)) ->
  sign (strict && (lo_taken w || negb steep)) (f a) -> forall x, within w x -> sign strict (f x).
Proof.
  intros W E C Hd Hs Fa.
  assert (L : limit (strict && (lo_taken w || negb steep)) (low_end w) (fun x => turned true (f x))).
  { apply (rule_limit_low w f f (fun _ => 0) (fun _ => 0) (f a)); try easy.
    - apply up_to_low; auto.
    - apply rule_vanishing_none.
    - intros. ring.
    - intros. lra. }
  assert (D : forall x, inside w x -> 0 <= turned true (d x)).
  { intros x Ix. specialize (Hs x Ix). destruct steep; simpl in *; lra. }
  assert (C' : forall x, within w x -> continuous_in (inside w) f x) by auto.
  destruct strict; simpl in L.
  - destruct (lo_taken w) eqn:T; simpl in L; [now apply (rule_strict_low w f d true)|].
    destruct steep; simpl in L; [|now apply (rule_strict_low w f d true)].
    now apply (rule_steep_low w f d true).
  - apply rule_along; try easy. apply (rule_strike_low w f d [true]); try easy. now apply rule_shown_sign.
Qed.
Theorem rule_falling w f d b strict steep : has_inside w -> hi w = Some b ->
  (forall x, within w x \/ x = b -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> sign steep (- d x)) ->
  sign (strict && (hi_taken w || negb steep)) (f b) -> forall x, within w x -> sign strict (f x).
Proof.
  intros W E C Hd Hs Fb.
  assert (L : limit (strict && (hi_taken w || negb steep)) (high_end w) (fun x => turned (negb false) (f x))).
  { apply (rule_limit_high w f f (fun _ => 0) (fun _ => 0) (f b)); try easy.
    - apply up_to_high; auto.
    - apply rule_vanishing_none.
    - intros. ring.
    - intros. lra. }
  assert (D : forall x, inside w x -> 0 <= turned false (d x)).
  { intros x Ix. specialize (Hs x Ix). destruct steep; simpl in *; lra. }
  assert (C' : forall x, within w x -> continuous_in (inside w) f x) by auto.
  destruct strict; simpl in L.
  - destruct (hi_taken w) eqn:T; simpl in L; [now apply (rule_strict_high w f d false)|].
    destruct steep; simpl in L; [|now apply (rule_strict_high w f d false)].
    now apply (rule_steep_high w f d false).
  - apply rule_along; try easy. apply (rule_strike_high w f d [false]); try easy. now apply rule_shown_sign.
Qed.

(* ---- The least value: the slope leads down to a place from both sides *)

Definition in_closure (w : where_) (m : R) : Prop :=
  over (lo w) true m /\ under (hi w) true m.
Lemma between_is_inside w m x t : in_closure w m -> within w x -> m < t < x \/ x < t < m -> inside w t.
Proof.
  unfold in_closure, within, inside, over, under.
  destruct (lo w), (hi w), (lo_taken w), (hi_taken w); intros [] [] []; split; try easy; lra.
Qed.
Theorem rule_least w f d m strict : in_closure w m ->
  (forall x, within w x \/ x = m -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> (forall x, inside w x -> 0 <= (x - m) * d x) ->
  sign strict (f m) -> forall x, within w x -> sign strict (f x).
Proof.
  intros Cm C Hd Hs Fm x Hx.
  assert (L : f m <= f x); [|destruct strict; simpl in *; lra].
  destruct (Rle_or_lt (f m) (f x)) as [|N]; [easy|]. exfalso.
  destruct (C x (or_introl Hx) ((f m - f x) / 2)) as (h & Hh & H); [lra|].
  destruct (C m (or_intror eq_refl) ((f m - f x) / 2)) as (k & Hk & K); [lra|].
  assert (D : x <> m) by (intros ->; lra).
  assert (Ins : forall t, m < t < x \/ x < t < m -> inside w t).
  { intros t. now apply (between_is_inside w m x). }
  assert (E : exists e, 0 < e /\ 3 * e <= h /\ 3 * e <= k /\ 3 * e <= Rabs (x - m)).
  { assert (0 < Rmin (Rmin h k) (Rabs (x - m))).
    { apply Rmin_case; [now apply Rmin_case | apply Rabs_pos_lt; lra]. }
    assert (E1 := Rmin_l (Rmin h k) (Rabs (x - m))). assert (E2 := Rmin_r (Rmin h k) (Rabs (x - m))).
    assert (E3 := Rmin_l h k). assert (E4 := Rmin_r h k).
    exists (Rmin (Rmin h k) (Rabs (x - m)) / 3). repeat split; lra. }
  destruct E as (e & E0 & Eh & Ek & Em).
  destruct (Rtotal_order m x) as [O|[O|O]]; [| subst; easy |].
  - rewrite (Rabs_pos_eq (x - m)) in Em by lra.
    assert (Ia : inside w (x - e)) by (apply Ins; left; lra).
    assert (Ib : inside w (m + e)) by (apply Ins; left; lra).
    assert (A := H _ Ia ltac:(rewrite Rabs_left; lra)). apply Rabs_def2 in A.
    assert (B := K _ Ib ltac:(rewrite Rabs_pos_eq; lra)). apply Rabs_def2 in B.
    assert (f (m + e) <= f (x - e)); [|lra].
    apply (grows f d true); [lra | |]; intros t T; assert (It : inside w t) by (apply Ins; left; lra).
    + now apply Hd.
    + assert (S := Hs t It). simpl. destruct (Rle_or_lt 0 (d t)) as [|Nd]; [easy|]. exfalso.
      assert (0 < (t - m) * - d t) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite (Rabs_left (x - m)) in Em by lra.
    assert (Ia : inside w (x + e)) by (apply Ins; right; lra).
    assert (Ib : inside w (m - e)) by (apply Ins; right; lra).
    assert (A := H _ Ia ltac:(rewrite Rabs_pos_eq; lra)). apply Rabs_def2 in A.
    assert (B := K _ Ib ltac:(rewrite Rabs_left; lra)). apply Rabs_def2 in B.
    assert (turned false (f (x + e)) <= turned false (f (m - e))); [|simpl in *; lra].
    apply (grows f d false); [lra | |]; intros t T; assert (It : inside w t) by (apply Ins; right; lra).
    + now apply Hd.
    + assert (S := Hs t It). simpl. destruct (Rle_or_lt (d t) 0) as [|Nd]; [lra|]. exfalso.
      assert (0 < (m - t) * d t) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* Convex, and flat at the place. *)
Theorem rule_least_convex w f d e m strict : in_closure w m ->
  (forall x, within w x \/ x = m -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> lim f x (d x)) -> continuous_in (inside w) d m -> d m = 0 ->
  (forall x, inside w x -> lim d x (e x)) -> (forall x, inside w x -> 0 <= e x) ->
  sign strict (f m) -> forall x, within w x -> sign strict (f x).
Proof.
  intros Cm C Hd Cd Dm He Hs Fm. apply (rule_least w f d m); try easy. intros x Ix.
  assert (Ins : forall t, m < t < x \/ x < t < m -> inside w t).
  { intros t. apply (between_is_inside w m x); [easy | now apply inside_within]. }
  destruct (Rtotal_order m x) as [O|[O|O]]; [| subst; lra |].
  - destruct (Rle_or_lt 0 (d x)) as [|N]; [apply Rmult_le_pos; lra|]. exfalso.
    destruct (Cd (- d x)) as (h & Hh & H); [lra|].
    set (t := Rmin (m + h / 2) ((m + x) / 2)). assert (T1 : t <= m + h / 2) by apply Rmin_l.
    assert (T2 : t <= (m + x) / 2) by apply Rmin_r. assert (T3 : m < t) by (apply Rmin_case; lra).
    assert (A := H t (Ins t ltac:(left; lra)) ltac:(rewrite Rabs_pos_eq; lra)). apply Rabs_def2 in A.
    assert (d t <= d x); [|lra].
    apply (grows d e true); [lra | |]; intros u U; destruct (Req_dec u x) as [->|];
      try (apply He || apply Hs; assumption); [apply He | apply Hs]; apply Ins; left; lra.
  - destruct (Rle_or_lt (d x) 0) as [L|N].
    { assert (0 <= (m - x) * - d x) by (apply Rmult_le_pos; lra). lra. }
    exfalso. destruct (Cd (d x)) as (h & Hh & H); [lra|].
    set (t := Rmax (m - h / 2) ((m + x) / 2)). assert (T1 : m - h / 2 <= t) by apply Rmax_l.
    assert (T2 : (m + x) / 2 <= t) by apply Rmax_r. assert (T3 : t < m) by (apply Rmax_case; lra).
    assert (A := H t (Ins t ltac:(right; lra)) ltac:(rewrite Rabs_left; lra)). apply Rabs_def2 in A.
    assert (d x <= d t); [|lra].
    apply (grows d e true); [lra | |]; intros u U; destruct (Req_dec u x) as [->|];
      try (apply He || apply Hs; assumption); [apply He | apply Hs]; apply Ins; right; lra.
Qed.
(* The other variables are any point q; what is given does not speak of the variable. *)
Theorem rule_along_all (Q : Type) (D : Q -> Prop) w (t : term (Q * R)) strict :
  defined (fun p => D (fst p) /\ within w (snd p)) t ->
  (forall q, D q -> forall x, within w x -> sign strict (value t (q, x))) ->
  shows strict (fun p => D (fst p) /\ within w (snd p)) t.
Proof. intros Ht H [q x] [Dq Wx]. split; [now apply Ht | now apply H]. Qed.
