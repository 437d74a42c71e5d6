(* Side conditions that carry weight: the theorem without one is false.

   Each `without_NAME` denies the text of a theorem from which one premise was taken. *)

From Coq Require Import Reals Lra Lia ZArith List.
From banditproof Require Import rules checker_points checker_functions checker_ranges checker_slopes
  checker_vanishing.
Import ListNotations.
Open Scope R_scope.

Lemma always e (Q : R -> Prop) : (forall x, Q x) -> beside e Q.
Proof. intros H. exists 1. split; [lra | auto]. Qed.
Lemma somewhere (Q : R -> Prop) : beside (Low 0) Q -> exists x, 0 < x /\ Q x.
Proof. intros (h & Hh & H). exists (h / 2). split; [lra|]. apply H. simpl. lra. Qed.
Lemma nothing_vanishes e : vanishes e (fun _ => 0).
Proof. intros eps He. apply always. intros _. rewrite Rabs_R0. easy. Qed.
Lemma near_power_low p q x : near_power (Low 0) p q x = power x p q.
Proof. unfold near_power, reach, turn. rewrite Z.mul_1_l. f_equal. ring. Qed.

(* A limit at an end of a range of one point shows anything, since nothing is inside. *)
Theorem one_point_is_no_limit : ~ (forall w f v r g l strict, up_to (inside w) (low_end w) v l ->
  vanishes (low_end w) g -> (forall x, inside w x -> f x = v x + r x + g x) ->
  (forall x, inside w x -> 0 <= r x) -> sign strict l -> limit strict (low_end w) f).
Proof.
  intros H. set (w := Where (Some 0) (Some 0) true true).
  destruct (H w (fun _ => -1) (fun _ => 0) (fun _ => 0) (fun _ => 0) 0 false) as (l & Hl & L).
  - split; [|easy]. intros eps He. exists 1. split; [lra|]. intros. rewrite Rminus_diag_eq, Rabs_R0; easy.
  - apply nothing_vanishes.
  - unfold inside, w. simpl. intros x Hx. lra.
  - intros. lra.
  - simpl. lra.
  - destruct (somewhere _ (L (1 / 2) ltac:(lra))) as (x & _ & Hx). simpl in *. lra.
Qed.
(* A part that is defined at the end, but jumps there, has another limit. *)
Theorem without_continuity : ~ (forall w f v r g l strict, has_inside w ->
  vanishes (low_end w) g -> (forall x, inside w x -> f x = v x + r x + g x) ->
  (forall x, inside w x -> 0 <= r x) -> sign strict l -> limit strict (low_end w) f).
Proof.
  intros H. set (w := Where (Some 0) (Some 1) true true).
  destruct (H w (fun _ => -1) (fun _ => -1) (fun _ => 0) (fun _ => 0) 0 false) as (l & Hl & L).
  - unfold has_inside, w. simpl. lra.
  - apply nothing_vanishes.
  - intros. ring.
  - intros. lra.
  - simpl. lra.
  - destruct (somewhere _ (L (1 / 2) ltac:(lra))) as (x & _ & Hx). simpl in *. lra.
Qed.
(* s^0 does not vanish. *)
Theorem without_positive_power : ~ (forall e c b n nq k kq m, beside e (fun x => Rabs (b x) <= m) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * 1)).
Proof.
  intros H. assert (V := H (Low 0) 1 (fun _ => 1) 0%Z 1%positive 0%Z 1%positive 1).
  destruct (somewhere _ (V (always _ _ (fun _ => Req_le _ _ Rabs_R1)) 1 ltac:(lra))) as (x & Hx & B).
  replace (1 * 1 * near_power (Low 0) 0 1 x * near_log (Low 0) 0 1 x * 1) with 1 in B.
  - rewrite Rabs_R1 in B. lra.
  - rewrite near_power_low. unfold near_log. rewrite !rule_range_power_none. ring.
Qed.
(* Nor does s times a factor 1/s that is not bounded. *)
Theorem without_bounded_factor : ~ (forall e c b n nq k kq (m : R), (0 < n)%Z ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x * 1)).
Proof.
  intros H. assert (V := H (Low 0) 1 (fun x => / x) 1%Z 1%positive 0%Z 1%positive 1 ltac:(lia)).
  destruct (somewhere _ (V 1 ltac:(lra))) as (x & Hx & B).
  replace (1 * / x * near_power (Low 0) 1 1 x * near_log (Low 0) 0 1 x * 1) with 1 in B.
  - rewrite Rabs_R1 in B. lra.
  - rewrite near_power_low. unfold near_log. rewrite rule_range_power_none, power_whole. simpl. field. lra.
Qed.
(* x exp(1/x): the scale d is -1, so that exp(-u) grows. Its power is 1, which is no excuse. *)
Theorem growth_does_not_vanish : ~ (forall e c b n nq k kq bound d a a0 m mq,
  beside e (fun x => Rabs (b x) <= bound) -> (0 < m)%Z -> 0 < a0 -> beside e (fun x => a0 <= a x) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x *
    exp (-1 * (d * a x * near_power e (- m) mq x)))).
Proof.
  intros H.
  assert (V := H (Low 0) 1 (fun _ => 1) 1%Z 1%positive 0%Z 1%positive 1 (-1) (fun _ => 1) 1 1%Z 1%positive
    (always _ _ (fun _ => Req_le _ _ Rabs_R1)) ltac:(lia) ltac:(lra) (always _ _ (fun _ => Rle_refl 1))).
  destruct (somewhere _ (V 1 ltac:(lra))) as (x & Hx & B).
  match type of B with Rabs ?u < 1 => replace u with (x * exp (/ x)) in B end.
  - assert (E := exp_at_least (/ x)). assert (I : x * / x = 1) by (apply Rinv_r; lra).
    assert (M : x * (1 + / x) <= x * exp (/ x)) by (apply Rmult_le_compat_l; lra).
    assert (U := Rle_abs (x * exp (/ x))). lra.
  - change (near_log (Low 0) 0 1 x) with 1. rewrite !near_power_low, !power_whole. simpl.
    replace (-1 * (-1 * 1 * / (x * 1))) with (/ x) by (field; lra). ring.
Qed.
(* exp(-1), whose rate a = s is above 0, but above no number > 0. *)
Theorem without_rate : ~ (forall e c b n nq k kq bound d a a0 m mq,
  beside e (fun x => Rabs (b x) <= bound) -> (0 < m)%Z -> 0 < d -> beside e (fun x => a0 <= a x) ->
  vanishes e (fun x => c * b x * near_power e n nq x * near_log e k kq x *
    exp (-1 * (d * a x * near_power e (- m) mq x)))).
Proof.
  intros H.
  assert (A : beside (Low 0) (fun x => 0 <= x)) by (exists 1; split; [lra | simpl; intros; lra]).
  assert (V := H (Low 0) 1 (fun _ => 1) 0%Z 1%positive 0%Z 1%positive 1 1 (fun x => x) 0 1%Z 1%positive
    (always _ _ (fun _ => Req_le _ _ Rabs_R1)) ltac:(lia) ltac:(lra) A).
  destruct (somewhere _ (V (exp (-1)) (exp_pos _))) as (x & Hx & B).
  match type of B with Rabs ?u < _ => replace u with (exp (-1)) in B end.
  - assert (U := Rle_abs (exp (-1))). lra.
  - change (near_log (Low 0) 0 1 x) with 1. rewrite !near_power_low, !power_whole. simpl.
    replace (-1 * (1 * x * / (x * 1))) with (-1) by (field; lra). ring.
Qed.
(* x on [0, 1] has slope 1 > 0 and limit 0, and is 0 at the end that is taken. *)
Theorem without_open_end : ~ (forall w f d s, has_inside w ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> derivable_pt_lim f x (d x)) -> (forall x, inside w x -> 0 < turned s (d x)) ->
  limit false (low_end w) (fun x => turned s (f x)) -> forall x, within w x -> 0 < turned s (f x)).
Proof.
  intros H. set (w := Where (Some 0) (Some 1) true true).
  assert (K := H w (fun x => x) (fun _ => 1) true). simpl in K.
  assert (N := fun A B C D E => K A B C D E 0). apply (Rlt_irrefl 0), N; clear.
  - unfold has_inside. simpl. lra.
  - intros x _. apply rule_continuous_variable.
  - intros x _. apply derivable_pt_lim_id.
  - intros. lra.
  - exists 0. split; [simpl; lra|]. intros eps He. exists 1. split; [lra|]. simpl. intros. lra.
  - unfold within. simpl. lra.
Qed.
(* x^2 - 2 x falls on [0, 1] towards the place 2, at which it is 0. *)
Theorem without_place_in_closure : ~ (forall w f d m strict,
  (forall x, within w x \/ x = m -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> derivable_pt_lim f x (d x)) -> (forall x, inside w x -> 0 <= (x - m) * d x) ->
  sign strict (f m) -> forall x, within w x -> sign strict (f x)).
Proof.
  intros H. set (w := Where (Some 0) (Some 1) true true).
  assert (K := H w (fun x => x * x + -2 * x) (fun x => 2 * x - 2) 2 false).
  assert (N := fun A B C D => K A B C D (1 / 2)). simpl in N.
  assert (F : 0 <= 1 / 2 * (1 / 2) + -2 * (1 / 2)); [|lra]. apply N; clear.
  - intros x _. apply rule_continuous_sum; apply rule_continuous_product;
      try apply rule_continuous_variable. apply rule_continuous_fixed.
  - intros x _. apply (D_eq (a := (1 * x + x * 1) + (0 * x + -2 * 1))); [|ring].
    apply (D_plus (f := fun t => t * t) (g := fun t => -2 * t));
      [apply (D_mult (f := fun t => t) (g := fun t => t)) | apply (D_mult (f := fun _ => -2) (g := fun t => t))];
      try apply D_id. apply D_const.
  - unfold inside. simpl. intros x Hx. assert (0 <= (2 - x) * (2 - 2 * x)) by (apply Rmult_le_pos; lra). lra.
  - lra.
  - unfold within. simpl. lra.
Qed.
(* A weight < 0 turns the signs. *)
Theorem without_weight_sign : ~ (forall w f weight core l, (forall x, inside w x -> f x = weight x * core x) ->
  signs l core (inside w) -> signs l f (inside w)).
Proof.
  intros H. set (w := Where (Some 0) (Some 1) true true).
  assert (S : signs [true] (fun _ => -1) (inside w)).
  { apply (H w _ (fun _ => -1) (fun _ => 1)); [intros; ring|].
    exists (fun _ => True). repeat split; [simpl; intros; lra | intros x []; easy]. }
  assert (I : inside w (1 / 2)) by (unfold inside, w; simpl; lra).
  assert (N := one_sign w true (fun _ => -1) S (1 / 2) I). simpl in N. lra.
Qed.
(* The limit at one end does not show the sign of a term that rises and then falls. *)
Theorem without_high_limit : ~ (forall w f d s, has_inside w ->
  (forall x, within w x -> continuous_in (inside w) f x) ->
  (forall x, inside w x -> derivable_pt_lim f x (d x)) -> signs [s; negb s] d (inside w) ->
  limit true (low_end w) (fun x => turned s (f x)) -> forall x, within w x -> 0 < turned s (f x)).
Proof.
  intros H. set (w := Where (Some 0) (Some 2) true true).
  assert (K := H w (fun x => 1 + -1 * x) (fun _ => -1) true). simpl in K.
  assert (N := fun A B C D E => K A B C D E 2). assert (F : 0 < 1 + -1 * 2); [|lra]. apply N; clear.
  - unfold has_inside. simpl. lra.
  - intros x _. apply rule_continuous_sum; [apply rule_continuous_fixed|].
    apply rule_continuous_product; [apply rule_continuous_fixed | apply rule_continuous_variable].
  - intros x _. apply (D_eq (a := 0 + (0 * x + -1 * 1))); [|ring].
    apply (D_plus (f := fun _ => 1) (g := fun t => -1 * t)); [apply D_const|].
    apply (D_mult (f := fun _ => -1) (g := fun t => t)); [apply D_const | apply D_id].
  - exists (fun _ => False). split; [easy|]. split; [easy|]. exists (fun _ => True).
    repeat split; [simpl; intros; lra | intros x [_ []]; easy].
  - exists 1. split; [simpl; lra|]. intros eps He. exists eps. split; [lra|]. simpl. intros. lra.
  - unfold within. simpl. lra.
Qed.
(* a - 0 log q does not grow. *)
Theorem without_positive_coefficient : ~ (forall e a low parts, beside e (fun x => low <= a x) -> parts <> [] ->
  (forall c q, In (c, q) parts -> exists c0,
    beside e (fun x => c0 <= c x) /\ beside e (fun x => 0 < q x) /\ vanishes e q) ->
  forall t, beside e (fun x => t < a x + log_parts parts x)).
Proof.
  intros H.
  assert (V : vanishes (Low 0) (fun x => x)).
  { intros eps He. exists eps. split; [easy|]. simpl. intros x Hx. rewrite Rabs_pos_eq; lra. }
  destruct (somewhere _ (H (Low 0) (fun _ => 0) 0 [(fun _ : R => 0, fun x : R => x)]
    (always _ _ (fun _ => Rle_refl 0)) ltac:(easy)
    ltac:(intros c q [E|[]]; injection E as <- <-; exists 0; split; [apply always; intros; lra|];
      split; [exists 1; split; [lra | simpl; intros; lra] | exact V]) 1)) as (x & _ & B).
  simpl in B. lra.
Qed.

(* ---- Points: the one point of `unit` will do. *)

Definition bad : term unit := Term (fun _ => True) (fun _ => -1).
Definition nowhere : term unit := Term (fun _ => False) (fun _ => 0).
Lemma not_shown strict : ~ shows strict (fun _ => True) bad.
Proof. intros H. destruct (H tt I) as [_ S]. destruct strict; simpl in S; lra. Qed.

(* A term without a value excludes the point from both cases. *)
Theorem without_value_of_case : ~ (forall P (D : P -> Prop) t s strict,
  shows strict (assume D (opp s) false) t -> shows strict (assume D s false) t -> shows strict D t).
Proof.
  intros H. apply (not_shown false), (H unit (fun _ => True) bad nowhere); intros p (_ & [] & _).
Qed.
Theorem without_value_of_condition : ~ (forall P (D : P -> Prop) (T : R -> term P) c a b strict,
  shows strict (assume D c false) (fill T a) -> shows strict (assume D (opp c) true) (fill T b) ->
  shows strict D (fill T (choice c a b))).
Proof.
  intros H. destruct (H unit (fun _ => True) (fun _ => bad) nowhere bad bad false) with (p := tt) as [[[] _] _];
    try easy; intros p (_ & [] & _).
Qed.
Theorem without_strict_assumption : ~ (forall P (D : P -> Prop) given t s strict (of_s : bool),
  In (s, of_s) given -> equal t s -> defined (under_all D given) t -> shows strict (under_all D given) t).
Proof.
  intros H. destruct (H unit (fun _ => True) [(num 0, false)] (num 0) (num 0) true false) with (p := tt) as [_ S].
  - now left.
  - easy.
  - easy.
  - simpl. unfold assume. simpl. repeat split. lra.
  - simpl in S. lra.
Qed.
Theorem without_strict_part : ~ (forall P (D : P -> Prop) t parts strict, defined D t ->
  (forall w s b, In (w, s, b) parts -> shows b D w /\ shows b D s) -> equal t (total parts) ->
  shows strict D t).
Proof.
  intros H. destruct (H unit (fun _ => True) (num 0) [] true) with (p := tt) as [_ S]; try easy.
  simpl in S. lra.
Qed.
(* The values of an instance have to lie where the other term is known. *)
Theorem without_place_of_value : ~ (forall P N (D : P -> Prop) t g (psi : N -> term P) (w : N -> where_) given strict,
  defined D t -> (forall n, defined D (psi n)) ->
  (forall n b, hi (w n) = Some b -> shows (negb (hi_taken (w n))) D (beyond_high (psi n) b)) ->
  (forall s of_s, In (s, of_s) given -> shows of_s D (after s psi)) ->
  equal t (after g psi) ->
  shows strict (under_all (fun q => forall n, within (w n) (q n)) given) g -> shows strict D t).
Proof.
  intros H. apply (not_shown false).
  apply (H unit unit (fun _ => True) bad (Term (fun _ => True) (fun q => q tt)) (fun _ => bad)
    (fun _ => Where (Some 0) None true true) []); try easy.
  intros q Hq. split; [easy|]. destruct (Hq tt) as [L _]. exact L.
Qed.
Theorem without_end : ~ (forall P (D : P -> Prop) t strict (x : P -> R) w,
  shows strict (fun p => D p /\ inside w (x p)) t ->
  shows strict (fun p => D p /\ is_end (hi w) (hi_taken w) (x p)) t ->
  shows strict (fun p => D p /\ within w (x p)) t).
Proof.
  intros H. destruct (H R (fun _ => True) (Term (fun _ => True) (fun x => x)) true (fun x => x)
    (Where (Some 0) (Some 1) true true)) with (p := 0) as [_ S].
  - intros p [_ [L _]]. simpl in *. easy.
  - intros p [_ [E _]]. simpl in *. injection E as <-. split; [easy | simpl; lra].
  - unfold within. simpl. repeat split; lra.
  - simpl in S. lra.
Qed.
