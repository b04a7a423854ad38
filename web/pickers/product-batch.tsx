// Grants products to several people at once, or revokes them: the batch actions of a list, and their dialog.
import { type ReactNode, useState } from 'react'
import { filterToGrantProductTree, grantProducts, revokeProducts } from '#contract/authorisation/grants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import { useCall } from '#web/lib/query.ts'
import { BatchGrants } from './batch-grants.tsx'
import { idsOf, toChecks } from './grant-tree.rules.ts'

type Person = { id: string }
type Verb = { title: string; endpoint: typeof grantProducts | typeof revokeProducts }
type Batch = Verb & { rows: readonly Person[]; done: () => void }

/** @param list the call of the list that shows the people */
export function useProductBatch(
  list: Endpoint,
  [grantTitle, revokeTitle]: readonly [string, string],
): { batchActs: readonly BatchAct<Person>[]; dialog: ReactNode } {
  const [batch, setBatch] = useState<Batch>()
  const tree = useCall(filterToGrantProductTree, undefined, { enabled: batch !== undefined })
  const verbs: readonly Verb[] = [
    { title: grantTitle, endpoint: grantProducts },
    { title: revokeTitle, endpoint: revokeProducts },
  ]
  const isRevoking = (endpoint: Endpoint) => endpoint === revokeProducts
  return {
    batchActs: verbs.map(({ title, endpoint }) => ({
      label: title,
      call: endpoint,
      isDanger: isRevoking(endpoint),
      run: (rows, done) => setBatch({ title, endpoint, rows, done }),
    })),
    dialog: batch && (
      <BatchGrants
        title={batch.title}
        isRevoking={isRevoking(batch.endpoint)}
        noun="产品"
        searchText="搜索分类或产品"
        tree={tree}
        nodes={toChecks(tree.data ?? [])}
        idsOf={(chosen) => idsOf(chosen, 'P')}
        endpoint={batch.endpoint}
        input={(userIds, productIds) => ({ userIds, productIds })}
        list={list}
        rows={batch.rows}
        done={batch.done}
        onClosed={() => setBatch(undefined)}
      />
    ),
  }
}
