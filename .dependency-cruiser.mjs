/**
 * Who may import whom (docs/ARCHITECTURE.md). Rules name rooms and roles, never an area: `$1` is the area that the first
 * pattern matched, so a new area adds no rule. `npm run check` reads every source file and proves these rules on
 * examples that break them (scripts/imports.mjs).
 */
const test = '\\.(test|spec)\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('browser-and-server', { path: '^web/' }, { path: '^server/' }),
    forbid('server-and-browser', { path: '^server/' }, { path: '^web/' }),
    forbid(
      'contract-stands-alone',
      { path: '^contract/', pathNot: test },
      { pathNot: '^contract/|(^|/)node_modules/(typebox|decimal\\.js|jsep)/' },
    ),
    forbid(
      'product-without-its-tests',
      { path: '^(contract|server|web)/', pathNot: test },
      { path: `^(test|e2e|bench|scripts)/|${test}` },
    ),

    forbid('web-lib-first', { path: '^web/lib/' }, { path: '^web/', pathNot: '^web/lib/' }),
    forbid('web-kit-knows-no-area', { path: '^web/kit/' }, { path: '^web/', pathNot: '^web/(lib|kit)/' }),
    // A list shows its rows in a table, which asks nothing of lists.
    forbid('web-table-below-list', { path: '^web/kit/table/' }, { path: '^web/kit/list/' }),
    forbid('web-pickers', { path: '^web/pickers/' }, { path: '^web/', pathNot: '^web/(lib|kit|pickers)/' }),
    forbid('web-shell', { path: '^web/shell/' }, { path: '^web/', pathNot: '^web/(lib|kit|shell)/' }),
    forbid('web-features', { path: '^web/features/' }, { path: '^web/', pathNot: '^web/(lib|kit|pickers|features)/' }),
    forbid(
      'web-feature-to-feature',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),

    forbid(
      'server-core-below-features',
      { path: '^server/(db|core)/', pathNot: [test, '^server/db/demo/'] },
      { path: '^server/(features/|app\\.ts|main\\.ts)' },
    ),
    // What the demo holds is reckoned as the acts reckon it.
    forbid(
      'demo-and-features',
      { path: '^server/db/demo/', pathNot: test },
      { path: '^server/(features/.*(?<!\\.(?:rules|queries))\\.ts$|app\\.ts|main\\.ts)' },
    ),
    forbid(
      'server-feature-below-app',
      { path: '^server/features/', pathNot: test },
      { path: '^server/(app|main)\\.ts' },
    ),
    forbid(
      'server-feature-to-feature',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: '^server/features/$1/|\\.(queries|rules)\\.ts$' },
    ),
    forbid(
      'server-subject-to-subject',
      { path: '^server/features/([^/]+)/([^/]+)/', pathNot: test },
      { path: '^server/features/$1/[^/]+/', pathNot: '^server/features/$1/$2/|\\.(queries|rules|acts)\\.ts$' },
    ),
    // A route asks acts, queries and rules; none of them asks a route.
    forbid('server-acts-below-routes', { path: '\\.(acts|queries|rules)\\.ts$' }, { path: '\\.routes\\.ts$' }),

    forbid('no-cycle', {}, { circular: true }),
    forbid('no-missing-module', {}, { couldNotResolve: true }),
    forbid(
      'no-development-package-in-the-product',
      { path: '^(contract|server|web)/', pathNot: test },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    parser: 'swc', // TypeScript 7 has no parser that dependency-cruiser could use: it would read nothing and be content
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],

      conditionNames: ['import', 'node', 'default'],
    },
  },
}

/**
 * @param {string} name
 * @param {object} from
 * @param {object} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function forbid(name, from, to) {
  return /** @type {import('dependency-cruiser').IForbiddenRuleType} */ ({ name, severity: 'error', from, to })
}
