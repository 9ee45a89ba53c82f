import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'

type Tab = { id: string; label: string; href: string; count?: string }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string | null
  /** Stands behind the last tab, such as a button that saves a view. */
  children?: ComponentChildren
}

/** Shows the views of a screen, each of which has an address. */
export function Tabs({ label, tabs, current, children }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ id, label: name, href, count }) => (
          <li key={id}>
            <Link href={href} aria-current={id === current ? 'page' : undefined}>
              {name}
              {count !== undefined && <span class="soft"> {count}</span>}
            </Link>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </nav>
  )
}
