// Prints where an order and a round of the chain cross between features, grouped by pair of
// features, and the imports that run back up between the folders that money passes. `npm run check`
// holds the counts below the ceilings in scripts/house/ceilings.json. A crossing is defined in
// scripts/house/crossings.mjs.
import { fileURLToPath } from 'node:url'
import { countCrossings, groupCrossings, listArrowsUp } from './house/crossings.mjs'
import { readSources } from './house/read-sources.mjs'
import { moneyFolders, ways } from './house/ways.mjs'

const print = (line) => process.stdout.write(`${line}\n`)
const modules = readSources(fileURLToPath(new URL('../server/src', import.meta.url)))

for (const [way, entry] of Object.entries(ways)) {
  const { files, crossings } = countCrossings(modules, entry)
  print(`${way}: ${files} files, ${crossings.length} crossings`)
  for (const [pair, group] of groupCrossings(crossings)) {
    print(`  ${pair}: ${group.length}`)
    for (const { caller, callee } of group) {
      print(`    ${caller.path} ${caller.name} -> ${callee.path} ${callee.name}`)
    }
  }
}

const arrows = listArrowsUp(modules, moneyFolders)
print(`imports that run back up: ${arrows.length}`)
for (const { folders, path, from } of arrows) print(`  ${folders}: ${path} -> ${from}`)
