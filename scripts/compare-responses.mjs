// Compares two recordings of responses byte for byte, and prints those that only one of them has.
// See scripts/record-responses.mjs. Usage: node scripts/compare-responses.mjs <before> <after>
import { compareRecordings } from './response-recordings.mjs'

const [before, after] = process.argv.slice(2)
if (!before || !after) {
  process.stdout.write('Usage: node scripts/compare-responses.mjs <before> <after>\n')
  process.exit(2)
}
const { same, differences } = compareRecordings(before, after)
for (const { place, lines } of differences)
  process.stdout.write(`${place}\n${lines.join('\n')}\n\n`)
process.stdout.write(`${same} responses are the same, ${differences.length} differ.\n`)
process.exit(differences.length > 0 ? 1 : 0)
