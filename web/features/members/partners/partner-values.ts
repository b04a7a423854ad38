// A partner as its form holds it, and as people compare two versions of it.

import type { Partner, PartnerForm } from '../../../../contract/members/partners.ts'
import { differencesBy, sayText } from '../../../kit/form/differences.ts'
import { sayDay, sayList } from '../form-words.ts'

export const newPartner: PartnerForm = {
  name: '',
  code: '',
  contact: '',
  mobile: '',
  domains: [],
  permissionSetId: null,
  endsOn: null,
  ownerId: null,
  remark: '',
}

export function valuesOf({ id: _, version: __, ...values }: Partner): PartnerForm {
  return values
}

type Names = { set: (id: string) => string; owner: (id: string) => string }

export const differencesWith = ({ set, owner }: Names) =>
  differencesBy<PartnerForm>({
    name: ['合作伙伴名称', sayText],
    code: ['合作伙伴编码', sayText],
    contact: ['联系人', sayText],
    mobile: ['联系电话', sayText],
    domains: ['嵌入域名', (domains) => sayList(domains)],
    permissionSetId: ['权限方案', (id) => (id === null ? '—' : set(id))],
    endsOn: ['合作截止日期', sayDay],
    ownerId: ['负责人', (id) => (id === null ? '—' : owner(id))],
    remark: ['备注', sayText],
  })
