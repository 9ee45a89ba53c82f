import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'

type FigureProps = { label: string; href: string; note: string; children: ComponentChildren }

/** Shows a figure with a note, which opens the list that it comes from. */
export function Figure({ label, href, note, children }: FigureProps) {
  return (
    <Link href={href} class="figure">
      <span>{label}</span>
      <b class="money">{children}</b>
      <span class="soft">{note}</span>
    </Link>
  )
}
