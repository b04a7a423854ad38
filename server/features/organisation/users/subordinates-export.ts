// Everybody below one person into a spreadsheet, the nearest first.
import type { Subordinate, SubordinateQuery } from '../../../../contract/organisation/staff-links.ts'
import { exportSubordinates, type SubordinateExportKey } from '../../../../contract/organisation/subordinate-sheets.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import type { Db } from '../../../db/connection.ts'
import { findName, listSubordinates } from './staff-relations.queries.ts'

type Row = Subordinate & { parentName: string }

const everybodyBelow = {
  async *each(db: Db, { userId, type }: SubordinateQuery, _: unknown, limit: number): AsyncGenerator<Row[]> {
    const name = await findName(db, userId)
    if (name === undefined) throw refuse('notFound')
    const below = await listSubordinates(db, userId, type)
    const names = new Map([[userId, name], ...below.map(({ id, realName }) => [id, realName] as const)])
    yield below.slice(0, limit).map((row) => ({ ...row, parentName: names.get(row.parentId) ?? '' }))
  },
}

export const subordinatesExport = declareExport<SubordinateExportKey, Row>(exportSubordinates, {
  target: 'subordinate',
  list: everybodyBelow,
  columns: {
    depth: { width: 8, isNumber: true, cell: ({ depth }) => depth },
    realName: { width: 14, cell: ({ realName }) => realName },
    userName: { width: 18, cell: ({ userName }) => userName },
    deptName: { width: 18, cell: ({ deptName }) => deptName },
    roleName: { width: 16, cell: ({ roleName }) => roleName },
    status: { width: 8, cell: ({ status }) => (status === 'enabled' ? '启用' : '已禁用') },
    parentName: { width: 14, cell: ({ parentName }) => parentName },
  },
})
