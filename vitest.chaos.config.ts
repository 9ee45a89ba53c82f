import { defineConfig } from 'vitest/config'

/** `npm run chaos`: the long, seeded suites. They take minutes to hours and are not required to merge. */
export default defineConfig({
  test: {
    reporters: ['verbose', './scripts/summary-reporter.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    // As in the short suites: a test may wait long for what happens in milliseconds.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root: 'server',
          include: ['{src,test}/**/*.chaos.ts'],
          globalSetup: './test/global-setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'contracts', root: 'contracts', include: ['test/**/*.chaos.ts'] },
      },
      { extends: true, test: { name: 'e2e', root: 'e2e', include: ['**/*.chaos.ts'] } },
    ],
  },
})
