import type { ComponentChildren } from 'preact'
import { panelTexts as texts } from '../../core/texts/en-console-panels.js'
import { Icon } from '../parts/icon.js'
import { Tabs } from '../parts/tabs.js'
import './panels.css'

type PageProps = {
  title: string
  /** The page of the documentation about this screen, such as `webhooks`. */
  docs: string
  tabs?: readonly { id: string; label: string; href: string; count?: string }[]
  current?: string
  actions?: ComponentChildren
  children: ComponentChildren
}

/** The frame of a screen with panels: its title, help, actions and tabs. */
export function Page({ title, docs, tabs, current, actions, children }: PageProps) {
  return (
    <div class="panel-page">
      <header class="screen-head">
        <h1>{title}</h1>
        <div class="actions">
          <a class="button quiet" href={`/docs/${docs}.md`} target="_blank" rel="noreferrer">
            <Icon name="help" />
            {texts.docs}
          </a>
          {actions}
        </div>
      </header>
      {tabs && <Tabs label={title} tabs={tabs} current={current ?? null} />}
      <div class="panels">{children}</div>
    </div>
  )
}

type PanelProps = {
  title?: string
  note?: string
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A card with a title, a sentence about it and controls. */
export function Panel({ title, note, actions, children }: PanelProps) {
  return (
    <section class="card panel" aria-label={title}>
      {(title || actions) && (
        <header class="card-head">
          <div>
            {title && <h2>{title}</h2>}
            {note && <p class="soft">{note}</p>}
          </div>
          {actions && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
