import { Icon, type IconName } from './icon.js'

export type Tone = 'wait' | 'good' | 'warn' | 'bad'

/** Shows a status by icon, word and color, so that each alone is enough. */
export function StatusPill({ tone, word }: { tone: Tone; word: string }) {
  const icon: IconName = tone
  return (
    <span class={`pill ${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  )
}
