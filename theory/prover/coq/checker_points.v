(* The rules of the checker that look at one point at a time, each as a theorem `rule_NAME`.

   A point is any p: an assignment of numbers to the variables. A term is partial: at some points it
   has a value. A claim says that a term has a value of some sign at each point of a set D, which is
   a box with everything that is given; a given term without a value excludes the point. *)

From Coq Require Import Reals Lra List.
Open Scope R_scope.

Definition sign (strict : bool) (v : R) : Prop := if strict then 0 < v else 0 <= v.

(* Where a variable lies, as the class `Where` has it; an end is None if it is infinite. *)
Record where_ := Where { lo : option R; hi : option R; lo_taken : bool; hi_taken : bool }.
Definition over (a : option R) (taken : bool) (x : R) : Prop :=
  match a with None => True | Some a => if taken then a <= x else a < x end.
Definition under (b : option R) (taken : bool) (x : R) : Prop :=
  match b with None => True | Some b => if taken then x <= b else x < b end.
Definition within (w : where_) (x : R) : Prop :=
  over (lo w) (lo_taken w) x /\ under (hi w) (hi_taken w) x.
Definition inside (w : where_) (x : R) : Prop := over (lo w) false x /\ under (hi w) false x.
Definition has_inside (w : where_) : Prop :=
  match lo w, hi w with Some a, Some b => a < b | _, _ => True end.
Definition is_end (a : option R) (taken : bool) (x : R) : Prop := a = Some x /\ taken = true.

Section Terms.
Variable P : Type.

Record term := Term { has_value : P -> Prop; value : P -> R }.
Definition num (c : R) : term := Term (fun _ => True) (fun _ => c).
Definition opp (t : term) : term := Term (has_value t) (fun p => - value t p).
Definition plus (t s : term) : term :=
  Term (fun p => has_value t p /\ has_value s p) (fun p => value t p + value s p).
Definition minus (t s : term) : term := plus t (opp s).
Definition times (t s : term) : term :=
  Term (fun p => has_value t p /\ has_value s p) (fun p => value t p * value s p).
Definition larger (t s : term) : term :=
  Term (fun p => has_value t p /\ has_value s p) (fun p => Rmax (value t p) (value s p)).
(* if c >= 0 then a else b: only the branch that counts has to have a value *)
Definition choice (c a b : term) : term :=
  Term (fun p => has_value c p /\ if Rle_dec 0 (value c p) then has_value a p else has_value b p)
    (fun p => if Rle_dec 0 (value c p) then value a p else value b p).
(* a term around another one, which is known by its value *)
Definition fill (T : R -> term) (u : term) : term :=
  Term (fun p => has_value u p /\ has_value (T (value u p)) p) (fun p => value (T (value u p)) p).

Definition defined (D : P -> Prop) (t : term) : Prop := forall p, D p -> has_value t p.
Definition equal (t s : term) : Prop :=
  forall p, has_value t p -> has_value s p -> value t p = value s p.
Definition shows (strict : bool) (D : P -> Prop) (t : term) : Prop :=
  forall p, D p -> has_value t p /\ sign strict (value t p).
Definition assume (D : P -> Prop) (s : term) (strict : bool) (p : P) : Prop :=
  D p /\ has_value s p /\ sign strict (value s p).
Fixpoint under_all (D : P -> Prop) (given : list (term * bool)) : P -> Prop :=
  match given with nil => D | (s, strict) :: rest => assume (under_all D rest) s strict end.

Lemma a_given_term : forall given D s strict p, In (s, strict) given -> under_all D given p ->
  has_value s p /\ sign strict (value s p).
Proof.
  induction given as [|[s1 b1] rest IH]; simpl; intros D s strict p H K; [easy|].
  destruct K as (Hr & Hs), H as [H|H]; [|now apply (IH D s strict p)].
  injection H as -> ->. exact Hs.
Qed.

(* ---- span: the range of the term has the sign *)

Theorem rule_span (D : P -> Prop) t strict low taken : defined D t ->
  (forall p, D p -> over (Some low) taken (value t p)) ->
  0 < low \/ (low = 0 /\ (taken = false \/ strict = false)) -> shows strict D t.
Proof.
  intros Ht Hl Hs p Hp. split; [auto|]. specialize (Hl p Hp).
  destruct strict, taken; simpl in *; destruct Hs as [Hs|[-> [Hs|Hs]]]; try easy; lra.
Qed.
(* A term that is proved to be >= 0 (> 0) may help a range: what is known bounds its value. *)
Theorem rule_span_known (D : P -> Prop) t strict : shows strict D t ->
  forall p, D p -> over (Some 0) (negb strict) (value t p).
Proof. intros H p Hp. destruct (H p Hp) as [_ S], strict; exact S. Qed.

(* ---- given: an assumption, or one that is false everywhere *)

Theorem rule_given (D : P -> Prop) given t s strict (of_s : bool) : In (s, of_s) given ->
  of_s = true \/ strict = false -> equal t s -> defined (under_all D given) t ->
  shows strict (under_all D given) t.
Proof.
  intros H S E Ht p Hp. destruct (a_given_term _ _ _ _ _ H Hp) as [Hv Hs].
  split; [auto|]. rewrite (E p) by auto.
  destruct of_s, strict, S as [S|S]; simpl in *; try easy; lra.
Qed.
Theorem rule_given_false (D : P -> Prop) given t s strict (of_s : bool) : In (s, of_s) given ->
  shows (negb of_s) (under_all D given) (opp s) -> shows strict (under_all D given) t.
Proof.
  intros H N p Hp. exfalso. destruct (a_given_term _ _ _ _ _ H Hp) as [_ Hs].
  destruct (N p Hp) as [_ Hn]. destruct of_s; simpl in *; lra.
Qed.

(* ---- sum: weights and terms of one sign *)

Fixpoint total (parts : list (term * term * bool)) : term :=
  match parts with nil => num 0 | (w, s, _) :: rest => plus (times w s) (total rest) end.
Theorem rule_sum (D : P -> Prop) t parts strict : defined D t ->
  (forall w s b, In (w, s, b) parts -> shows b D w /\ shows b D s) ->
  (strict = true -> exists w s, In (w, s, true) parts) -> equal t (total parts) ->
  shows strict D t.
Proof.
  intros Ht H S E p Hp. split; [auto|].
  assert (K : has_value (total parts) p /\ 0 <= value (total parts) p /\
    ((exists w s, In (w, s, true) parts) -> 0 < value (total parts) p)).
  { clear S E Ht. induction parts as [|[[w s] b] rest IH]; simpl.
    - split; [easy|]. split; [lra|]. intros (w & s & []).
    - destruct IH as (I1 & I2 & I3); [intros; apply H; now right|].
      destruct (H w s b) as [Hw Hs]; [now left|].
      destruct (Hw p Hp) as [W1 W2], (Hs p Hp) as [S1 S2].
      assert (W3 : 0 <= value w p) by (destruct b; simpl in W2; lra).
      assert (S3 : 0 <= value s p) by (destruct b; simpl in S2; lra).
      assert (M := Rmult_le_pos _ _ W3 S3). repeat split; try easy; [lra|].
      intros (w1 & s1 & [F|F]).
      + injection F as -> -> ->. assert (N := Rmult_lt_0_compat _ _ W2 S2). lra.
      + assert (0 < value (total rest) p) by (apply I3; now exists w1, s1). lra. }
  destruct K as (K1 & K2 & K3). rewrite (E p) by auto. destruct strict; simpl; auto.
Qed.

(* ---- split, cases, branch *)

Theorem rule_split (D : P -> Prop) t strict (x : P -> R) c :
  shows strict (fun p => D p /\ x p <= c) t -> shows strict (fun p => D p /\ c < x p) t ->
  shows strict D t.
Proof. intros A B p Hp. destruct (Rle_or_lt (x p) c); [apply A | apply B]; auto. Qed.

Theorem rule_cases (D : P -> Prop) t s strict : defined D s ->
  shows strict (assume D (opp s) false) t -> shows strict (assume D s false) t -> shows strict D t.
Proof.
  intros Hs A B p Hp. assert (V := Hs p Hp).
  destruct (Rle_or_lt 0 (value s p)); [apply B | apply A]; repeat split; simpl; auto; lra.
Qed.

Theorem rule_branch_max (D : P -> Prop) (T : R -> term) a b strict : defined D (minus a b) ->
  shows strict (assume D (minus a b) false) (fill T a) ->
  shows strict (assume D (opp (minus a b)) true) (fill T b) ->
  shows strict D (fill T (larger a b)).
Proof.
  intros H A B p Hp. destruct (H p Hp) as [Va Vb]. simpl in Va, Vb.
  destruct (Rle_or_lt (value b p) (value a p)) as [L|L].
  - destruct (A p) as [[A1 A2] A3]; [repeat split; simpl; auto; lra|].
    unfold fill, larger in *; simpl in *. rewrite Rmax_left by lra. auto.
  - destruct (B p) as [[B1 B2] B3]; [repeat split; simpl; auto; lra|].
    unfold fill, larger in *; simpl in *. rewrite Rmax_right by lra. auto.
Qed.
Theorem rule_branch_if (D : P -> Prop) (T : R -> term) c a b strict : defined D c ->
  shows strict (assume D c false) (fill T a) -> shows strict (assume D (opp c) true) (fill T b) ->
  shows strict D (fill T (choice c a b)).
Proof.
  intros H A B p Hp. assert (Vc := H p Hp). unfold fill, choice; simpl.
  destruct (Rle_dec 0 (value c p)) as [L|L].
  - destruct (A p) as [[A1 A2] A3]; [repeat split; simpl; auto; lra|]. auto.
  - destruct (B p) as [[B1 B2] B3]; [repeat split; simpl; auto; lra|]. auto.
Qed.

(* ---- ends: the inside, and each end that is taken *)

Theorem rule_ends (D : P -> Prop) t strict (x : P -> R) w :
  shows strict (fun p => D p /\ inside w (x p)) t ->
  shows strict (fun p => D p /\ is_end (lo w) (lo_taken w) (x p)) t ->
  shows strict (fun p => D p /\ is_end (hi w) (hi_taken w) (x p)) t ->
  shows strict (fun p => D p /\ within w (x p)) t.
Proof.
  intros I A B p (Hp & Hl & Hh). destruct w as [[l|] [h|] tl th]; simpl in *;
    destruct tl, th; simpl in *; unfold is_end, inside in *; simpl in *;
    repeat match goal with H : _ <= _ |- _ => destruct H as [H|H] end; subst;
    solve [apply I; repeat split; simpl; auto | apply A; auto | apply B; auto].
Qed.
End Terms.

Arguments Term {P}.
Arguments has_value {P}.
Arguments value {P}.
Arguments num {P}.
Arguments opp {P}.
Arguments plus {P}.
Arguments minus {P}.
Arguments times {P}.
Arguments larger {P}.
Arguments choice {P}.
Arguments fill {P}.
Arguments defined {P}.
Arguments equal {P}.
Arguments shows {P}.
Arguments assume {P}.
Arguments under_all {P}.
Arguments total {P}.

(* ---- instance: the term is another one, g, at values of its variables *)

Section Instance.
Variables P N : Type.
Definition after (g : term (N -> R)) (psi : N -> term P) : term P :=
  Term (fun p => has_value g (fun n => value (psi n) p)) (fun p => value g (fun n => value (psi n) p)).
(* a value is not beyond an end that is finite: one term for each, which is >= 0, or > 0 if the end
   is not taken *)
Definition beyond_low (u : term P) (a : R) : term P := minus u (num a).
Definition beyond_high (u : term P) (b : R) : term P := minus (num b) u.

Theorem rule_instance (D : P -> Prop) t g (psi : N -> term P) (w : N -> where_) given strict :
  defined D t -> (forall n, defined D (psi n)) ->
  (forall n a, lo (w n) = Some a -> shows (negb (lo_taken (w n))) D (beyond_low (psi n) a)) ->
  (forall n b, hi (w n) = Some b -> shows (negb (hi_taken (w n))) D (beyond_high (psi n) b)) ->
  (forall s of_s, In (s, of_s) given -> shows of_s D (after s psi)) ->
  equal t (after g psi) ->
  shows strict (under_all (fun q => forall n, within (w n) (q n)) given) g -> shows strict D t.
Proof.
  intros Ht Hpsi Hl Hh Hg E G p Hp. split; [auto|]. set (q := fun n => value (psi n) p).
  assert (B : forall n, within (w n) (q n)).
  { intros n. specialize (Hl n). specialize (Hh n). unfold within, over, under.
    split; [destruct (lo (w n)) as [a|]; [|easy] | destruct (hi (w n)) as [b|]; [|easy]].
    - destruct (Hl a eq_refl p Hp) as [_ S].
      destruct (lo_taken (w n)); simpl in S; fold q in S; unfold q; lra.
    - destruct (Hh b eq_refl p Hp) as [_ S].
      destruct (hi_taken (w n)); simpl in S; fold q in S; unfold q; lra. }
  assert (U : under_all (fun q => forall n, within (w n) (q n)) given q).
  { clear G. induction given as [|[s b] rest IH]; [exact B|].
    split; [apply IH; intros; apply Hg; now right | exact (Hg s b (or_introl eq_refl) p Hp)]. }
  destruct (G q U) as [V S]. rewrite (E p); [exact S | auto | exact V].
Qed.
End Instance.
Arguments after {P N}.
Arguments beyond_low {P}.
Arguments beyond_high {P}.
