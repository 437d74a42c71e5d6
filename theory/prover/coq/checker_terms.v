(* Terms of one variable as the checker writes them: its derivative is the derivative, and a term is
   continuous where it has a value, by induction over the term. *)

From Coq Require Import Reals Lra Lia ZArith.
From banditproof Require Import rules checker_points checker_functions checker_ranges checker_forms
  checker_slopes.
Open Scope R_scope.

Inductive function := Log | Exp | Xlogx | Tanh | Erf | Lambertw.
(* c t + s, and t^(n + 1) s; what does not depend on the variable is Fixed, a branch among them. *)
Inductive expression :=
  | Variable_
  | Fixed (c : R)
  | Sum (c : R) (t s : expression)
  | Product (t : expression) (n : nat) (s : expression)
  | Power (t : expression) (p : Z) (q : positive)
  | Apply (f : function) (t : expression)
  | Larger (t s : expression).

Definition applied (f : function) : R -> R :=
  match f with
  | Log => ln | Exp => exp | Xlogx => xlogx | Tanh => tanh | Erf => erf | Lambertw => lambertw
  end.
Definition has_image (f : function) (u : R) : Prop :=
  match f with Log => 0 < u | Xlogx => 0 <= u | Lambertw => - exp (-1) < u | _ => True end.
Fixpoint at_point (t : expression) (x : R) : R :=
  match t with
  | Variable_ => x
  | Fixed c => c
  | Sum c t s => c * at_point t x + at_point s x
  | Product t n s => at_point t x ^ S n * at_point s x
  | Power t p q => power (at_point t x) p q
  | Apply f t => applied f (at_point t x)
  | Larger t s => Rmax (at_point t x) (at_point s x)
  end.
Fixpoint has_point (t : expression) (x : R) : Prop :=
  match t with
  | Variable_ | Fixed _ => True
  | Sum _ t s | Product t _ s | Larger t s => has_point t x /\ has_point s x
  | Power t p q => has_point t x /\ has_power (at_point t x) p q
  | Apply f t => has_point t x /\ has_image f (at_point t x)
  end.

(* The derivative of a function of u, and where its formula has a value: 1 + log u asks for u > 0. *)
Definition outer (f : function) (u : R) : R :=
  match f with
  | Log => / u
  | Exp => exp u
  | Xlogx => 1 + ln u
  | Tanh => 1 + -1 * tanh u * tanh u
  | Erf => 2 * / sqrt PI * exp (-1 * u * u)
  | Lambertw => / (u + exp (lambertw u))
  end.
Definition has_outer (f : function) (u : R) : Prop :=
  match f with Xlogx => 0 < u | _ => has_image f u end.
Fixpoint slope (t : expression) (x : R) : R :=
  match t with
  | Variable_ => 1
  | Fixed _ | Larger _ _ => 0
  | Sum c t s => c * slope t x + slope s x
  | Product t n s =>
      INR (S n) * (slope t x * at_point t x ^ n * at_point s x) + at_point t x ^ S n * slope s x
  | Power t p q => rational p q * power (at_point t x) (p - Z.pos q) q * slope t x
  | Apply f t => outer f (at_point t x) * slope t x
  end.
(* The larger of two terms has no slope. *)
Fixpoint has_slope (t : expression) (x : R) : Prop :=
  match t with
  | Variable_ | Fixed _ => True
  | Larger _ _ => False
  | Sum _ t s | Product t _ s => has_slope t x /\ has_slope s x
  | Power t p q => has_slope t x /\ has_power (at_point t x) (p - Z.pos q) q
  | Apply f t => has_slope t x /\ has_outer f (at_point t x)
  end.

Lemma slope_power f x a p q : derivable_pt_lim f x a -> has_power (f x) p q ->
  has_power (f x) (p - Z.pos q) q ->
  derivable_pt_lim (fun t => power (f t) p q) x (rational p q * power (f x) (p - Z.pos q) q * a).
Proof.
  intros H V W. destruct (Rtotal_order (f x) 0) as [N|[Z|P]].
  - (* a number < 0 has whole powers alone *)
    assert (E : q = 1%positive).
    { revert V. unfold has_power. destruct (Pos.eqb_spec q 1); [easy | intros [|[]]; lra]. }
    subst q. rewrite rational_whole. apply rule_slope_power_whole; [easy | lra].
  - destruct (Pos.eq_dec q 1) as [->|Nq].
    + assert (Hp : (1 <= p)%Z).
      { revert W. unfold has_power. simpl. intros [|]; [lia | lra]. }
      destruct p as [|n|n]; try lia.
      assert (E : exists k, Pos.to_nat n = S k) by (exists (pred (Pos.to_nat n)); lia). destruct E as (k & E).
      apply (D_ext (fun t => f t ^ S k)); [intros t; unfold power; simpl; now rewrite E|].
      apply (D_eq (a := INR (S k) * f x ^ k * a)); [now apply D_pow|].
      rewrite rational_whole, power_whole. replace (Z.pos n - 1)%Z with (Z.of_nat k) by lia.
      rewrite <- pow_powerRZ. do 2 f_equal. rewrite <- E, INR_IZR_INZ. f_equal. lia.
    + apply rule_slope_power_at_0; try easy. revert W. unfold has_power.
      destruct (Pos.eqb_spec q 1); [easy|]. intros [|[_]]; [lra | lia].
  - now apply rule_slope_power_positive.
Qed.
Theorem rule_derivative t x : has_point t x -> has_slope t x ->
  derivable_pt_lim (at_point t) x (slope t x).
Proof.
  induction t as [|c|c t IHt s IHs|t IHt n s IHs|t IHt p q|f t IHt|t IHt s IHs]; simpl.
  - intros _ _. apply rule_slope_variable.
  - intros _ _. apply rule_slope_fixed.
  - intros [] []. apply rule_slope_sum; auto.
  - intros [] []. apply (rule_slope_product (at_point t) (at_point s)); auto.
  - intros [] []. apply (slope_power (at_point t)); auto.
  - intros [Ht Hf] [Dt Df]. specialize (IHt Ht Dt). destruct f; simpl in *.
    + now apply (rule_slope_log (at_point t)).
    + now apply (rule_slope_exp (at_point t)).
    + now apply (rule_slope_xlogx (at_point t)).
    + now apply (rule_slope_tanh (at_point t)).
    + now apply (rule_slope_erf (at_point t)).
    + now apply (rule_slope_lambertw (at_point t)).
  - intros _ [].
Qed.
Theorem rule_continuity t S x : has_point t x -> continuous_in S (at_point t) x.
Proof.
  induction t as [|c|c t IHt s IHs|t IHt n s IHs|t IHt p q|f t IHt|t IHt s IHs]; simpl.
  - intros _. apply rule_continuous_variable.
  - intros _. apply rule_continuous_fixed.
  - intros []. apply rule_continuous_sum; [|auto]. apply rule_continuous_product; [|auto].
    apply rule_continuous_fixed.
  - intros []. apply (rule_continuous_product S (fun y => at_point t y ^ Datatypes.S n)); [|auto].
    apply (rule_continuous_function S (at_point t) (fun u => u ^ Datatypes.S n)); [auto|].
    apply (C_pow (f := fun u => u)), C_id.
  - intros []. apply (rule_continuous_function S (at_point t) (fun u => power u p q)); [auto|].
    now apply rule_continuous_power.
  - intros [Ht Hf]. apply rule_continuous_function; [auto|]. destruct f; simpl in *.
    + now apply rule_continuous_log.
    + apply rule_continuous_exp.
    + now apply rule_continuous_xlogx.
    + apply rule_continuous_tanh.
    + apply rule_continuous_erf.
    + now apply rule_continuous_lambertw.
  - intros []. apply rule_continuous_larger; auto.
Qed.
