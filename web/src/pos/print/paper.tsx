import { render } from 'preact'
import type { Slip, SlipLine } from './slips.js'

const pixelsPerMm = 96 / 25.4
/** Cutters need paper after the last line. */
const tailMm = 12

/** The width that printers reach on paper of 58 and 80 mm. */
const printedMm: Record<number, number> = { 58: 48, 80: 72 }

let sheet: CSSStyleSheet | null = null

/**
 * Prints a slip by the print dialog of the device. The page is as long as the slip. A browser that
 * was started for it (`--kiosk-printing`) shows no dialog.
 */
export function printOnPaper(slip: Slip, widthMm: number): void {
  document.querySelector('.paper')?.remove()
  const paper = document.createElement('div')
  paper.className = 'paper'
  paper.setAttribute('aria-hidden', 'true')
  paper.style.setProperty('--printed', `${printedMm[widthMm] ?? 72}mm`)
  render(<Lines slip={slip} />, paper)
  document.body.append(paper)
  const heightMm = Math.ceil(paper.getBoundingClientRect().height / pixelsPerMm) + tailMm
  // Rules of a page cannot use variables.
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(`@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }`)
  // Not every browser waits for the dialog.
  addEventListener('afterprint', () => paper.remove(), { once: true })
  window.print()
}

function Lines({ slip }: { slip: Slip }) {
  return (
    <>
      {slip.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </>
  )
}

function Line({ line }: { line: SlipLine }) {
  if (line.kind === 'rule') return <hr />
  if (line.kind === 'row' || line.kind === 'total') {
    return (
      <p class={`paper-row ${line.kind}`}>
        <span>{line.label}</span>
        <span>{line.value}</span>
      </p>
    )
  }
  return <p class={line.kind}>{line.text}</p>
}
