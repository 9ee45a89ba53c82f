import { frameScript } from './frame-script.js'
import type { SuccessScript } from './get-script.js'

/**
 * The page that a merchant's script runs in. Everything of the merchant's is base64, whose letters mean nothing to
 * HTML: no `</script>` or quote in it can end what it stands in.
 */
export function writeFrame({ code, receipt }: SuccessScript): string {
  const data = `data-code="${encode(code)}" data-receipt="${encode(JSON.stringify(receipt))}"`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>onSuccess</title></head>
<body ${data}><script>${frameScript}</script></body></html>`
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
