import type { PortalReceipt } from '@tallystick/sdk'

type Lines = PortalReceipt['lineItems']

/** What was bought, and what comes on top of it: lines that orders add at the end (spec 2.2). */
export function splitLines(lines: Lines): { items: Lines; extras: Lines } {
  const isExtra = ({ label, qty, sku }: Lines[number]) =>
    qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee')
  const firstExtra = lines.findLastIndex((line) => !isExtra(line)) + 1
  return { items: lines.slice(0, firstExtra), extras: lines.slice(firstExtra) }
}
