import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Icon, type IconName } from './icon.js'

type Action = { label: string; icon?: IconName } & ({ href: string } | { onClick(): void })

type NoticeProps = {
  title: string
  text?: string
  icon?: IconName
  action?: Action
  /** Colors the icon and announces the text. */
  isProblem?: boolean
  children?: ComponentChildren
}

/** Fills the place of content that is empty, refused or failed: a sentence, and one next step. */
export function Notice({ title, text, icon, action, isProblem, children }: NoticeProps) {
  return (
    <div
      class={`notice${isProblem ? ' problem-notice' : ''}`}
      role={isProblem ? 'alert' : undefined}
    >
      {icon ? (
        <span class="notice-icon">
          <Icon name={icon} />
        </span>
      ) : (
        <span class="notice-stick" aria-hidden="true" />
      )}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
      {action &&
        ('href' in action ? (
          <Link class="button main" href={action.href}>
            {action.icon && <Icon name={action.icon} />}
            {action.label}
          </Link>
        ) : (
          <button type="button" class="button" onClick={action.onClick}>
            {action.label}
          </button>
        ))}
    </div>
  )
}
