import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
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
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => showCurrent(nav.current), [current])
  return (
    <nav class="tabs" ref={nav} aria-label={label}>
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

/** Scrolls the tabs alone to the current one, because a phone has no room for all of them. */
function showCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector('[aria-current]')
  if (!nav || !link) return
  const [bar, tab] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  nav.scrollLeft += tab.left + tab.width / 2 - (bar.left + bar.width / 2)
}
