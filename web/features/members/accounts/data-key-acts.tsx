// What sub-products with data keys add to the acts on their accounts: the account's keys and its calls. Others add nothing.
import { type ReactNode, useState } from 'react'
import { listDataKeys } from '../../../../contract/members/data-keys.ts'
import { hasDataKeys, type SubProductKey } from '../../../../contract/sub-products.ts'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { DataKeyDrawer, type KeyAccount } from './data-key-drawer.tsx'

export type DataKeyActs = { actsOf: (account: KeyAccount) => RowAction[]; dialogs: ReactNode }

export function useDataKeyActs(subProduct: SubProductKey): DataKeyActs {
  const [shown, setShown] = useState<KeyAccount>()
  const hasKeys = hasDataKeys(subProduct)
  return {
    actsOf: (account) => (hasKeys ? [{ label: '密钥', call: listDataKeys, run: () => setShown(account) }] : []),
    dialogs: shown && (
      <DataKeyDrawer key={shown.id} account={shown} subProduct={subProduct} onClosed={() => setShown(undefined)} />
    ),
  }
}
