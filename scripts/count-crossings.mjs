// Prints where an order and a round of the chain cross between features, grouped by pair of
// features, and imports from a lower folder that handles money into a higher one. `npm run check`
// keeps the counts below the ceilings in scripts/house/ceilings.json. A crossing is defined in
// scripts/house/crossings.mjs.
import { fileURLToPath } from 'node:url'
import { countCrossings, groupCrossings, listArrowsUp } from './house/crossings.mjs'
import { entryPoints, moneyFolders } from './house/entry-points.mjs'
import { readSources } from './house/read-sources.mjs'

const print = (line) => process.stdout.write(`${line}\n`)
const modules = readSources(fileURLToPath(new URL('../server/src', import.meta.url)))

for (const [name, entry] of Object.entries(entryPoints)) {
  const { files, crossings } = countCrossings(modules, entry)
  print(`${name}: ${files} files, ${crossings.length} crossings`)
  for (const [pair, group] of groupCrossings(crossings)) {
    print(`  ${pair}: ${group.length}`)
    for (const { caller, callee } of group) {
      print(`    ${caller.path} ${caller.name} -> ${callee.path} ${callee.name}`)
    }
  }
}

const arrows = listArrowsUp(modules, moneyFolders)
print(`imports into a higher folder: ${arrows.length}`)
for (const { folders, path, from } of arrows) print(`  ${folders}: ${path} -> ${from}`)
