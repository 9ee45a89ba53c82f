const signs: Record<string, string> = { USDC: '$', USDT: '₮', EURC: '€', ETH: 'Ξ' }

/**
 * Shows a token as a colored disc with its sign. It is hidden from screen readers, because its
 * symbol follows.
 */
export function TokenIcon({ symbol }: { symbol: string }) {
  return (
    <svg class={`token ${symbol.toLowerCase()}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="10" />
      <text x="10" y="14.5">
        {signs[symbol] ?? symbol[0]}
      </text>
    </svg>
  )
}
