// Labels of data keys.
import { type DataKeyRow, type DataSet, dataSetLabels, dataSets } from '#contract/members/data-keys.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'

export const dataSetOptions = optionsOf(dataSetLabels, dataSets)
export const describeDataSets = (keys: readonly DataSet[]) => keys.map((key) => dataSetLabels[key]).join('、')

export function DataKeyStatus({ revokedAt, isExpired }: Pick<DataKeyRow, 'revokedAt' | 'isExpired'>) {
  if (revokedAt !== null) return <Status tone="idle">已吊销</Status>
  return isExpired ? <Status tone="bad">已到期</Status> : <Status tone="good">有效</Status>
}
