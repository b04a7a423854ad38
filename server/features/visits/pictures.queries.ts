// Pictures of a row of this area, in the order in which the row keeps their ids.
import { eq, inArray } from 'drizzle-orm'
import type { Picture } from '#contract/visits/visit-enterprises.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import type { Executor } from '#server/db/connection.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'

const factsOf = (db: Executor, ids: readonly string[]) =>
  db
    .select({ id: files.id, name: files.name, size: fileContents.size, type: files.type, purpose: files.purpose })
    .from(files)
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(inArray(files.id, [...ids]))

/** Who looks at it, where: links to pictures are signed for this person. */
export type Showing = { core: Pick<Core, 'config'>; db: Executor; actor: { id: string } }

/** With links for this person, who may see the row. */
export async function picturesOf({ core, db, actor }: Showing, ids: readonly string[]): Promise<Picture[]> {
  if (ids.length === 0) return []
  const found = new Map((await factsOf(db, ids)).map((file) => [file.id, file]))
  return ids.flatMap((id) => {
    const file = found.get(id)
    return file ? { id, name: file.name, size: file.size, type: file.type, url: linkTo(core, id, actor) } : []
  })
}
