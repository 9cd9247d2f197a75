package latex

import "strings"

var functionNames = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq("arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh") {
		m[name] = true
	}
	return m
}()

// mathSymbols maps characters to LaTeX's commands, without the backslash.
var mathSymbols = func() map[rune]string {
	m := map[rune]string{}
	fields := strings.Fields(symbolTable)
	for i := 0; i+1 < len(fields); i += 2 {
		m[[]rune(fields[i])[0]] = fields[i+1]
	}
	return m
}()

// characters maps commands back to the characters in mathSymbols.
var characters = func() map[string]rune {
	m := map[string]rune{}
	for r, command := range mathSymbols {
		if before, ok := m[command]; !ok || r < before {
			m[command] = r
		}
	}
	return m
}()

const symbolTable = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa λ lambda μ mu µ mu
ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega Ω Omega
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ∰ oiiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⨀ bigodot
± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∙ bullet • bullet ∗ ast ⋆ star ∘ circ ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot † dagger ‡ ddagger
≤ leq ≥ geq ≪ ll ≫ gg ≠ neq ≡ equiv ≈ approx ≅ cong ∼ sim ≃ simeq ∝ propto ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≲ lesssim ≳ gtrsim ≜ triangleq ≔ coloneqq
∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊄ nsubset ∪ cup ∩ cap ∖ setminus ∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ∧ wedge ∨ vee
→ rightarrow ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow ↗ nearrow ↘ searrow ⟶ longrightarrow ⟹ Longrightarrow ⟺ Longleftrightarrow ⇌ rightleftharpoons
∞ infty ∂ partial ∇ nabla √ surd ∠ angle ⊥ perp ∥ parallel ∣ mid ‖ Vert ∴ therefore ∵ because … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ℘ wp
ℝ mathbb{R} ℂ mathbb{C} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℙ mathbb{P} ℍ mathbb{H} ℒ mathcal{L} ℱ mathcal{F} ℋ mathcal{H} ℳ mathcal{M} ℰ mathcal{E} ℬ mathcal{B} ℛ mathcal{R} ℐ mathcal{I}
⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ⊢ vdash ⊨ models ⊤ top △ triangle □ square ◇ diamond ∎ blacksquare
`
