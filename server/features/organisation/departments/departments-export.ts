// The people of a department into a spreadsheet.
import {
  type DepartmentExportKey,
  type DepartmentPeopleQuery,
  type DepartmentPerson,
  exportDepartmentPeople,
} from '../../../../contract/organisation/departments.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import type { Db } from '../../../db/connection.ts'
import { listDepartmentPeople } from './departments.queries.ts'

const people = {
  each: (db: Db, { direct, ...query }: DepartmentPeopleQuery, _: unknown, limit: number) =>
    listDepartmentPeople.each(db, query, { below: !direct }, limit),
}

export const departmentsExport = declareExport<DepartmentExportKey, DepartmentPerson>(exportDepartmentPeople, {
  target: 'department',
  list: people,
  columns: {
    realName: { width: 14, cell: ({ realName }) => realName },
    userName: { width: 18, cell: ({ userName }) => userName },
    deptName: { width: 18, cell: ({ deptName }) => deptName },
    roleName: { width: 16, cell: ({ roleName }) => roleName },
    status: { width: 8, cell: ({ status }) => (status === 'enabled' ? '启用' : '已禁用') },
  },
})
