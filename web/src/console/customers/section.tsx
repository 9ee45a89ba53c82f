import type { ComponentChildren } from 'preact'

type SectionProps = { title: string; aside?: ComponentChildren; children: ComponentChildren }

/** A part of the drawer, with a title. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section class="customer-section" aria-label={title}>
      <div class="row spread">
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
