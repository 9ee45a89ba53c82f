import { type Setting, settings } from './settings.js'

/** The text of `.env.example`: every setting with its reason and default, commented out. */
export function envExample(): string {
  const entries = Object.values<Setting<unknown>>(settings).map(
    ({ name, about, fallback }) => `# ${about}\n# ${name}=${fallback ?? ''}\n`,
  )
  return `${intro}\n${entries.join('\n')}`
}

const intro = `# Every setting of Tallystick. Copy to .env and uncomment what you need.
# Each may also be given as NAME_FILE, the path of a file that holds the value.
# This file is generated: npm run generate
`
