// How the files of an import are laid out: by what the import knows and what people have chosen.
import type { ExportCall } from '#contract/exports.ts'
import type { ImportCalls, ImportMethod } from '#contract/sheets.ts'
import type { Executor } from '#server/db/connection.ts'
import type { Actor } from '../access/actors.ts'
import { plainHeading } from './headings.rules.ts'
import { headingChoices } from './imports.queries.ts'
import type { IsHeader, Layout, Unfold } from './imports-content.ts'
import type { SourceInput } from './imports-outline.ts'

export type LayoutActs = {
  /** Another layout that the sheet may have. */
  unfold?: Unfold
  /** Our own export of the list, which can come back as it is. */
  ownExport?: ExportCall
  isHeader?: IsHeader
}

type Asked = { db: Executor; actor: Pick<Actor, 'id'>; body: SourceInput & { method?: ImportMethod } }

export async function layoutOf(
  { kind, update }: ImportCalls,
  { unfold, isHeader, ownExport }: LayoutActs,
  { db, actor, body: { headerRow, mapping, method } }: Asked,
): Promise<Layout> {
  const choices = await headingChoices(db, kind, actor.id)
  const keys = method === 'update' ? (update?.keys ?? []) : []
  const mayLack = (present: ReadonlySet<string>) => keys.some((group) => group.every((key) => present.has(key)))
  const ignored = new Set((ownExport?.columns ?? []).map(({ header }) => plainHeading(header)))
  return { unfold, isHeader, headerRow, mapping, choices, ignored, mayLack }
}
