import { Icon, type IconName } from './icon.js'

export type Tone = 'wait' | 'now' | 'good' | 'warn' | 'bad'

const icons = {
  wait: 'clock',
  now: 'notches',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
} as const satisfies Record<Tone, IconName>

/** Shows a status by icon, word and color, so that each alone is enough. */
export function Pill({ tone, word, icon }: { tone: Tone; word: string; icon?: IconName }) {
  return (
    <span class={`pill ${tone}`}>
      <Icon name={icon ?? icons[tone]} />
      {word}
    </span>
  )
}
