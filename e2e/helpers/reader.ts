import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CodeBlock, isProgram, isRunnable, readBlocks } from './code-blocks.js'
import { openShell } from './shell.js'
import { type Demo, projectDir } from './tallystick.js'

/** A reader who follows the pages in a folder, beside a running sandbox. */
export type Reader = {
  folder: string
  /**
   * Opens a terminal that knows nothing but the path, and follows blocks in it. Close it at the
   * end.
   */
  openTerminal(): ReturnType<typeof openShell>
  /**
   * Returns the commands for blocks: the blocks as typed, and each program saved under its name and
   * run.
   */
  type(blocks: readonly CodeBlock[]): string
  remove(): void
}

/**
 * Creates the folder of Tallystick as a reader has it: with its code, its packages and the demo
 * data.
 */
export function createReader(demo: Demo): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-docs-'))
  mkdirSync(join(folder, '.data'))
  writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(demo))
  for (const name of ['examples', 'node_modules', 'scripts', 'server']) {
    symlinkSync(join(projectDir, name), join(folder, name))
  }

  function typeBlock(block: CodeBlock, index: number): string {
    const code = block.code.replaceAll(/(http:\/\/)?localhost:3000/g, demo.baseUrl)
    if (!isProgram(block)) return code
    const file = block.file ?? `program-${index}.mjs`
    writeFileSync(join(folder, file), code)
    return isRunByPage({ ...block, file }) ? '' : `node ${file}`
  }

  return {
    folder,
    openTerminal: () => openShell({ cwd: folder, env: {} }),
    type: (blocks) => blocks.map(typeBlock).join('\n'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns whether commands of the page run the program. */
function isRunByPage({ page, file }: CodeBlock): boolean {
  const commands = readBlocks(page).filter((block) => isRunnable(block) && !isProgram(block))
  return commands.some(({ code }) => code.includes(`node ${file}`))
}
