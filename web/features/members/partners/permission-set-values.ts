// A permission set as its form holds it, and as people compare two versions of it.

import type { PermissionSet, PermissionSetForm } from '../../../../contract/members/permission-sets.ts'
import { differencesBy, sayText } from '../../../kit/form/differences.ts'
import { sayModules, saySubProducts } from '../form-words.ts'

export const newPermissionSet: PermissionSetForm = {
  name: '',
  subProducts: [],
  modules: [],
  productIds: [],
  remark: '',
}

export function valuesOf({ id: _, version: __, hiddenProducts: ___, ...values }: PermissionSet): PermissionSetForm {
  return values
}

export const differencesOf = differencesBy<PermissionSetForm>({
  name: ['方案名称', sayText],
  subProducts: ['子产品', saySubProducts],
  modules: ['模块', sayModules],
  productIds: ['产品', (ids) => `${ids.length} 个`],
  remark: ['备注', sayText],
})
