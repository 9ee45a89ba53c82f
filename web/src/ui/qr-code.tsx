import type { DrawnQr } from './use-qr.js'

/**
 * Shows a QR code, or an empty square while it is drawn. Always dark on light, as cameras expect.
 */
export function QrCode({ qr: drawnQr, label }: { qr: DrawnQr | null; label: string }) {
  if (!drawnQr) return <span class="qr" />
  const { size, path } = drawnQr
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path class="qr-light" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  )
}
