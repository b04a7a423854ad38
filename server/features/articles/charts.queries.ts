// Charts of articles as pictures, for readers of the HTML; drawn as in mails, once for the same figures.
import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { DRAWN } from '#contract/articles/blocks.ts'
import { mapBody } from '#contract/articles/body.ts'
import { type ChartPoint, nodesIn, readChart } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Core } from '#server/core/core.ts'
import { addFiles, storeFile } from '#server/core/files/files.ts'
import { drawChart } from '#server/core/mail/chart-picture.ts'
import type { Tx } from '#server/db/connection.ts'
import { files, fileUses } from '#server/db/schema/core/files.ts'

const nameOf = (points: readonly ChartPoint[]) =>
  `chart-${hash('sha256', JSON.stringify(points.map(({ day, value }) => [day, value]))).slice(0, 32)}.png`

const draw = (points: readonly ChartPoint[]): Buffer =>
  drawChart(points.map(({ day, value }) => ({ day, low: Number(value), high: Number(value), average: Number(value) })))

async function drawnBefore(tx: Tx, articleId: string): Promise<Map<string, string>> {
  const rows = await tx
    .select({ name: files.name, id: files.id })
    .from(fileUses)
    .innerJoin(files, eq(files.id, fileUses.fileId))
    .where(and(eq(fileUses.targetType, 'article'), eq(fileUses.targetId, articleId)))
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Drawings as a save would make them, but not stored. Their ids exceed PostgreSQL's bigint, so no file has them. */
export function withDrawings(body: BodyNode): { body: BodyNode; pictures: ReadonlyMap<string, Buffer> } {
  const pictures = new Map<string, Buffer>()
  const drawn = mapBody(body, (node) => {
    const points = node.type === 'priceChart' ? (readChart(node.attrs)?.points ?? []) : []
    if (points.length === 0) return node
    const id = `99${String(pictures.size).padStart(17, '0')}`
    pictures.set(id, draw(points))
    return { ...node, attrs: { ...node.attrs, [DRAWN]: id } }
  })
  return { body: drawn, pictures }
}

type Owner = { core: Pick<Core, 'config'>; actor: { id: string } }

/** The body for the HTML, with the file id of each chart's picture. The stored body stays without them. */
export async function withPictures(
  tx: Tx,
  { core, actor }: Owner,
  articleId: string,
  body: BodyNode,
): Promise<BodyNode> {
  const charts = [...nodesIn(body)].flatMap((node) => {
    const points = node.type === 'priceChart' ? (readChart(node.attrs)?.points ?? []) : []
    return points.length > 0 ? [points] : []
  })
  if (charts.length === 0) return body
  const pictures = await drawnBefore(tx, articleId)
  for (const points of charts) {
    const name = nameOf(points)
    if (pictures.has(name)) continue
    const drawn = await storeFile(tx, { core, name, source: draw(points), purpose: 'image', ownerId: actor.id })
    await addFiles(tx, { type: 'article', id: articleId }, [drawn])
    pictures.set(name, drawn.id)
  }
  return mapBody(body, (node) => {
    const points = node.type === 'priceChart' ? (readChart(node.attrs)?.points ?? []) : []
    const drawn = pictures.get(nameOf(points))
    return points.length > 0 && drawn ? { ...node, attrs: { ...node.attrs, [DRAWN]: drawn } } : node
  })
}
