import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Icon } from '../../parts/icon.js'

type FixRowProps = {
  href: string
  name: string
  detail: string
  reason: string | null
  when: string
  amount: string
  status?: ComponentChildren
}

/** A charge that fails or will fail. The row opens the subscription, which has the fixes. */
export function FixRow({ href, name, detail, reason, when, amount, status }: FixRowProps) {
  return (
    <li class="fix-row">
      <Link href={href} class="row-link">
        <b>{name}</b> <span class="soft">{detail}</span>
      </Link>
      <span class="fix-reason">
        {reason && (
          <>
            <Icon name="alert" />
            <span>{reason}</span>
          </>
        )}
      </span>
      <span class="soft fix-when">{when}</span>
      <span class="fix-status">{status}</span>
      <b class="money">{amount}</b>
    </li>
  )
}
