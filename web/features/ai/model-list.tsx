// Models that administrators keep: address, key, prices from a moment on, and whether they answer.
import { Button, Input, Modal, Space, Switch } from 'antd'
import { useState } from 'react'
import { AI_SETTINGS, aiService } from '#contract/ai/answers.ts'
import { getAssistant } from '#contract/ai/assistants.ts'
import { modelFormLabels } from '#contract/ai/call-labels.ts'
import {
  addModel,
  addModelPrice,
  editModel,
  type Model,
  type ModelRow,
  queryModels,
  switchModel,
  tryModel,
} from '#contract/ai/models.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'

/** Whether anything can answer follows from the models. */
const ofModels = [queryModels, aiService, getAssistant]

type Price = ModelRow['prices'][number]
type Priced = { id: string | null; name: string; prices: readonly Price[] }

/** What counts now: the newest that has begun. */
function PriceText({ prices, otherwise = '未设价格' }: { prices: readonly Price[]; otherwise?: string }) {
  const now = prices.find(({ validFrom }) => Date.parse(validFrom) <= serverNow())
  const next = prices.findLast(({ validFrom }) => Date.parse(validFrom) > serverNow())
  const say = ({ input, cached, output }: Price) =>
    `输入 ${Number(input)}、缓存 ${Number(cached)}、输出 ${Number(output)}`
  return (
    <>
      {now ? say(now) : otherwise}
      {next && <div className="model-next">{`${formatMoment(next.validFrom)} 起：${say(next)}`}</div>}
    </>
  )
}

type Values = BodyOf<typeof addModel>
const emptyModel: Values = { name: '', baseUrl: '', model: '', form: 'openai', apiKey: '', isStandIn: false }
/** The key is in no reply: empty, it stays. */
const valuesOf = ({ name, baseUrl, model, form, isStandIn }: Model): Values => ({
  name,
  baseUrl,
  model,
  form,
  apiKey: '',
  isStandIn,
})

const labels: Labels<Values> = {
  name: ['名称', textOrDash],
  baseUrl: ['地址', textOrDash],
  model: ['模型', textOrDash],
  form: ['形式', (form) => modelFormLabels[form]],
  apiKey: ['密钥', (key) => (key ? '新密钥' : '不修改')],
  isStandIn: ['备用', (isStandIn) => (isStandIn ? '是' : '否')],
}

function ModelDialog({ model, onClosed }: { model: ModelRow | undefined; onClosed: () => void }) {
  const shared = { invalidates: ofModels, success: '保存成功', verb: '保存', isDanger: false, onClosed }
  const fields = (
    <>
      <Field of={addModel} name="name" hint="提示词版本中填写的即为此名称。" />
      <Field of={addModel} name="baseUrl" hint="例如 https://api.example.com/v1" />
      <Field of={addModel} name="model" hint="服务方的模型名称。" />
      <ChoiceField of={addModel} name="form" isList />
      <Field
        of={addModel}
        name="apiKey"
        isRequired={false}
        hint={model?.hasKey ? '已有密钥，留空则不修改；保存后不再显示。' : '保存后不再显示。'}
      >
        <Input.Password maxLength={512} autoComplete="new-password" />
      </Field>
      <Field of={addModel} name="isStandIn" hint="常用模型未能开始回答时，改由备用模型回答。">
        <StandInSwitch />
      </Field>
    </>
  )
  return model ? (
    <FormDialog<typeof editModel, Values, Model>
      title={`编辑模型：${model.name}`}
      endpoint={editModel}
      initial={valuesOf(model)}
      stored={{ row: model, valuesOf, labels }}
      input={(values) => ({ ...values, id: model.id, version: model.version })}
      {...shared}
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog title="新增模型" endpoint={addModel} initial={emptyModel} input={(values) => values} {...shared}>
      {fields}
    </FormDialog>
  )
}

/** A switch as a form field: antd's `Switch` takes `checked` instead of `value`. */
function StandInSwitch({ value = false, ...rest }: { id?: string; value?: boolean; onChange?: (is: boolean) => void }) {
  return <Switch {...rest} checked={value} />
}

function PriceDialog({ of: { id, name, prices }, onClosed }: { of: Priced; onClosed: () => void }) {
  const [last] = prices
  const priceOf = (key: 'input' | 'cached' | 'output') => (last ? String(Number(last[key])) : '')
  return (
    <FormDialog
      title={`${name} 的新价格`}
      endpoint={addModelPrice}
      initial={{
        validFrom: new Date(Math.ceil(serverNow() / 60_000) * 60_000).toISOString(),
        input: priceOf('input'),
        cached: priceOf('cached'),
        output: priceOf('output'),
      }}
      input={(values) => ({ ...values, modelId: id })}
      success="已新增，从生效时间起计费"
      invalidates={[queryModels]}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={addModelPrice} name="validFrom" hint="此前的调用按原价，不重算。">
        <MomentInput />
      </Field>
      <Field of={addModelPrice} name="input" hint="元 / 百万词元">
        <Input inputMode="decimal" maxLength={11} />
      </Field>
      <Field of={addModelPrice} name="cached" hint="元 / 百万词元，服务方缓存中已有的输入">
        <Input inputMode="decimal" maxLength={11} />
      </Field>
      <Field of={addModelPrice} name="output" hint="元 / 百万词元">
        <Input inputMode="decimal" maxLength={11} />
      </Field>
    </FormDialog>
  )
}

type Tried = DataOf<typeof tryModel> & { name: string }

function TriedDialog({ tried, onClosed }: { tried: Tried; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  return (
    <Modal title={`试用 ${tried.name}`} {...frame} width={480} footer={null} onCancel={close}>
      <Facts
        items={factsOf(tryModel, tried, {
          isOk: { render: ({ isOk }) => (isOk ? '可以使用' : '没有回答') },
          text: { label: tried.isOk ? '回答' : '原因', empty: '（空）' },
          model: {},
          ms: { render: ({ ms }) => `${(ms / 1_000).toFixed(1)} 秒` },
          cost: { unit: '元', empty: '未设价格' },
        })}
      />
    </Modal>
  )
}

function Models({ data: { usual, models } }: { data: DataOf<typeof queryModels> }) {
  const [editing, setEditing] = useState<{ model: ModelRow | undefined }>()
  const [pricing, setPricing] = useState<Priced>()
  const [tried, setTried] = useState<Tried>()
  const switching = useAct(switchModel, { success: '已保存', invalidates: ofModels })
  const trying = useAct(tryModel, { invalidates: [queryModels] })
  const askOf = async (id: string | null, name: string) => {
    const done = await trying.run({ id })
    if (done) setTried({ ...done, name })
  }
  const acts = (of: Priced) => (
    <>
      <Button type="link" size="small" onClick={() => setPricing(of)}>
        新价格
      </Button>
      <Button type="link" size="small" disabled={trying.pending} onClick={() => void askOf(of.id, of.name)}>
        试用
      </Button>
    </>
  )
  return (
    <>
      <div className="trial-bar">
        <Button type="primary" onClick={() => setEditing({ model: undefined })}>
          新增模型
        </Button>
      </div>
      <div className="prompt-scroll">
        <table className="prompt-list">
          <thead>
            <tr>
              <th>名称</th>
              <th>地址</th>
              <th>模型</th>
              <th>形式</th>
              <th>密钥</th>
              <th>价格（元 / 百万词元）</th>
              <th data-align="end">30 天调用</th>
              <th>状态</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>环境变量的模型</td>
              {usual ? (
                <>
                  <td>{usual.baseUrl}</td>
                  <td>{usual.model}</td>
                  <td>按地址判断</td>
                  <td>AI_API_KEY</td>
                  <td>
                    <PriceText
                      prices={usual.prices}
                      {...(usual.setPrice && {
                        otherwise: `输入 ${usual.setPrice.input}、输出 ${usual.setPrice.output}（AI_PRICE）`,
                      })}
                    />
                  </td>
                  <td data-align="end">—</td>
                  <td>常用</td>
                  <td>
                    <Space size={0} wrap>
                      {acts({ id: null, name: '环境变量的模型', prices: usual.prices })}
                    </Space>
                  </td>
                </>
              ) : (
                <td colSpan={8}>未配置 AI 服务（{AI_SETTINGS}）</td>
              )}
            </tr>
            {models.map((model) => (
              <tr key={model.id}>
                <td>{model.name}</td>
                <td>{model.baseUrl}</td>
                <td>{model.model}</td>
                <td>{modelFormLabels[model.form]}</td>
                <td>{model.hasKey ? '已设置' : '未设置'}</td>
                <td>
                  <PriceText prices={model.prices} />
                </td>
                <td data-align="end">{model.calls}</td>
                <td>
                  <EnabledStatus {...model} /> {model.isStandIn && '备用'}
                </td>
                <td>
                  <Space size={0} wrap>
                    <Button type="link" size="small" onClick={() => setEditing({ model })}>
                      编辑
                    </Button>
                    {acts(model)}
                    <Button
                      type="link"
                      size="small"
                      danger={model.isEnabled}
                      onClick={() => void switching.run({ id: model.id, isEnabled: !model.isEnabled })}
                    >
                      {model.isEnabled ? '禁用' : '启用'}
                    </Button>
                  </Space>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {editing && <ModelDialog model={editing.model} onClosed={() => setEditing(undefined)} />}
      {pricing && <PriceDialog of={pricing} onClosed={() => setPricing(undefined)} />}
      {tried && <TriedDialog tried={tried} onClosed={() => setTried(undefined)} />}
    </>
  )
}

export function ModelList() {
  const read = useCall(queryModels, {}, { call: { hideErrorMsg: true } })
  return <Loaded read={read}>{(data) => <Models data={data} />}</Loaded>
}
