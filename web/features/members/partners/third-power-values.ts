// A third party as its form holds it, and as people compare two versions of it.

import type { ThirdPower, ThirdPowerForm } from '../../../../contract/members/third-powers.ts'
import { differencesBy, sayText } from '../../../kit/form/differences.ts'
import { sayDay, sayList, sayModules } from '../form-words.ts'

export const newThirdPower: ThirdPowerForm = {
  name: '',
  appId: '',
  productIds: [],
  modules: [],
  addresses: [],
  endsOn: null,
  remark: '',
}

export function valuesOf({ id: _, version: __, ...values }: ThirdPower): ThirdPowerForm {
  return values
}

export const differencesOf = differencesBy<ThirdPowerForm>({
  name: ['第三方名称', sayText],
  appId: ['App ID', sayText],
  productIds: ['产品', (ids) => `${ids.length} 个`],
  modules: ['模块', sayModules],
  addresses: ['允许的地址', (addresses) => sayList(addresses, '不限')],
  endsOn: ['截止日期', sayDay],
  remark: ['备注', sayText],
})
