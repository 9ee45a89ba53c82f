import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Icon, type IconName } from './icon.js'

type TaskRowProps = {
  title: string
  text: ComponentChildren
  icon: IconName
  tone: 'bad' | 'warn' | 'good' | 'wait'
  /** Where it is done. Null when no screen shows it. */
  href: string | null
  onOpen?(): void
}

/** Something to do: what, why, and the way there. */
export function TaskRow({ title, text, icon, tone, href, onOpen }: TaskRowProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span>
        <b>{title}</b>
        <span class="soft">{text}</span>
      </span>
    </>
  )
  if (href === null) return <div class={`task ${tone}`}>{content}</div>
  return (
    <Link href={href} class={`task ${tone}`} {...(onOpen && { onClick: onOpen })}>
      {content}
      <Icon name="right" />
    </Link>
  )
}
