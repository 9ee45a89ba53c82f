import { frameScript } from './frame-script.js'
import type { SuccessScript } from './get-script.js'

/**
 * Renders the page in which a merchant's script runs. Script and receipt are base64, so that no quote or `</script>`
 * in them can break out of the markup.
 */
export function writeFrame({ code, receipt }: SuccessScript): string {
  const data = `data-code="${encode(code)}" data-receipt="${encode(JSON.stringify(receipt))}"`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>onSuccess</title></head>
<body ${data}><script>${frameScript}</script></body></html>`
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
