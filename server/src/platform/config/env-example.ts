import type { Setting } from './setting.js'
import { settings } from './settings.js'

/** Returns the text of `.env.example`: every setting with description and default, disabled. */
export function envExample(): string {
  const entries = Object.values<Setting<unknown>>(settings).map(
    ({ name, about, fallback }) => `# ${about}\n# ${name}=${fallback ?? ''}\n`,
  )
  return `${intro}\n${entries.join('\n')}`
}

const intro = `# Every setting of Tallystick. Copy to .env and uncomment what you need.
# You can also set NAME_FILE to the path of a file that contains the value.
# This file is generated: npm run generate
`
