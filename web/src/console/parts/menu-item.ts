import type { ComponentChildren } from 'preact'
import type { IconName } from './icon.js'

export type MenuItem = {
  id: string
  label: string
  detail?: string
  icon?: IconName
  isChecked?: boolean
  isDanger?: boolean
  onSelect(): void
}

export type MenuProps = {
  label: string
  trigger: ComponentChildren
  triggerClass?: string
  items: readonly MenuItem[]
}
