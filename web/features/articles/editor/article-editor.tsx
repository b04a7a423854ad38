// Writes an article: four routes, one page. Saving keeps the page open; each save is a version.
import { Alert, Button, Form, type FormInstance, Input, Space } from 'antd'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { articleActs } from '../../../../contract/articles/article-acts.ts'
import type { Edition } from '../../../../contract/articles/article-labels.ts'
import { type Article, articleCalls } from '../../../../contract/articles/articles.ts'
import { FIGURES_DIFFER } from '../../../../contract/articles/figure-rules.ts'
import { demandsOf } from '../../../../contract/articles/standard-rules.ts'
import { findStandard, type HeldStandard } from '../../../../contract/articles/standards.ts'
import { errors } from '../../../../contract/errors.ts'
import { Can } from '../../../kit/can.tsx'
import { showRefusal } from '../../../kit/dialog/show-refusal.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormPage } from '../../../kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '../../../kit/form/row-form.tsx'
import type { Refusal } from '../../../lib/call.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLeavePage } from '../../../lib/leave-page.ts'
import { usePresence } from '../../../lib/live/presence.ts'
import { useAct, useCall } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session/session.ts'
import { AiButtons } from './ai-buttons.tsx'
import { ArticleConflict, type Clash } from './article-conflict.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticleText } from './article-text.tsx'
import {
  type ArticleValues,
  askedArticle,
  type Base,
  baseOf,
  contentOf,
  newArticle,
  valuesOf,
} from './article-values.ts'
import { CaptionTool } from './caption-tool.tsx'
import { FigureCheck } from './figure-check.tsx'
import { FindBar } from './find-bar.tsx'
import { PairDrawer } from './pair-drawer.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PriceButton } from './price-insert.tsx'
import { StandardsList } from './standards-list.tsx'
import { TemplateFill } from './template-fill.tsx'
import { TermTool } from './term-tool.tsx'
import { useAutosave } from './use-autosave.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import './article-editor.css'

const places = {
  zh: { list: '/data/actciles/articles', edit: '/data/actciles/editDetail' },
  en: { list: '/data/actciles/articlesEnglish', edit: '/data/actciles/editDetailEnglish' },
} as const

const nothing: readonly string[] = []
type Open = 'preview' | 'versions' | 'template' | 'figures' | 'pair'

const revisions = new WeakMap<object, number>()
let lastRevision = 0

/** What is watched of the form: its body by a number, as it would be read whole at each key. */
function withoutBody({ body, ...rest }: ArticleValues) {
  if (body && !revisions.has(body)) revisions.set(body, ++lastRevision)
  return { ...rest, body: body && revisions.get(body) }
}

type StandardsProps = {
  form: FormInstance<ArticleValues>
  initial: ArticleValues
  standard: HeldStandard | null
  onTyped: (values: ArticleValues) => void
}

/** What follows each key, apart from the page: that is not drawn anew. */
function Standards({ form, initial, standard, onTyped }: StandardsProps) {
  const typed = useDeferredValue(Form.useWatch(withoutBody, form))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form says nothing new until what is watched of it changes
  const values = useMemo((): ArticleValues => ({ ...initial, ...form.getFieldsValue(true) }), [initial, form, typed])
  const [loaded] = useState(() => JSON.stringify(initial))
  const hasTyped = useRef(false)
  const noteTyped = useEffectEvent(() => {
    // the whole text is read until it differs, and not at each key after that
    hasTyped.current ||= JSON.stringify(values) !== loaded
    if (hasTyped.current) onTyped(values)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is told when it changes
  useEffect(() => noteTyped(), [typed])
  return <StandardsList name={standard?.name ?? '通用要求'} demands={demandsOf(values, standard)} />
}

function Editor({ edition, stored, onCancel, onTakeTheirs }: EditorProps<Article> & { edition: Edition }) {
  const calls = articleCalls[edition]
  const [form] = Form.useForm<ArticleValues>()
  const [address] = useSearchParams()
  const leave = useLeavePage()
  const session = useSession()
  const [initial] = useState(() =>
    stored ? valuesOf(stored.newest) : { ...newArticle(session?.userName ?? ''), ...askedArticle(address) },
  )
  const base = useRef<Base | undefined>(stored && baseOf(stored))
  const origin = useRef<{ templateVersionId: string } | undefined>(undefined)
  const people = usePresence(stored?.id, 'edit').filter(({ userId }) => userId !== session?.user_id)
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<Open>()
  const [clash, setClash] = useState<{ clash: Clash; theirs: Article }>()
  const [isPairDone, setPairDone] = useState(false)
  const kind = Form.useWatch('kind', form) ?? initial.kind
  const newsCategoryId = Form.useWatch('newsCategoryId', form) ?? null
  const [productId] = Form.useWatch('productIds', form) ?? initial.productIds
  const valuesNow = (): ArticleValues => ({ ...initial, ...form.getFieldsValue(true) })
  const { data: standard = null } = useCall(findStandard, { edition, newsCategoryId, kind })
  const autosave = useAutosave(calls, stored?.id ?? null, () => base.current?.versionId ?? null)
  const kept = useCall(calls.autosaved, { id: stored?.id ?? null }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const [isOffered, setOffered] = useState(true)
  const drop = useAct(calls.dropAutosave)

  const handleRefusal = (refusal: Refusal) => {
    const own = base.current
    if (refusal.code !== errors.stale.code || !own) return showRefusal(form, refusal)
    const theirs = refusal.data as Article
    const mine = { ...initial, ...form.getFieldsValue(true) }
    setClash({ clash: { base: own.values, mine, theirs: valuesOf(theirs.newest), by: theirs.newest.byName }, theirs })
  }
  const adding = useAct(calls.add, { success: '保存成功', onRefusal: handleRefusal, invalidates: [calls.list] })
  const saving = useAct(calls.save, {
    success: '保存成功',
    onRefusal: handleRefusal,
    invalidates: [calls.list, calls.versions],
  })

  const submitting = useAct(articleActs[edition].submit, {
    success: '已提交审核',
    invalidates: [calls.list, calls.get],
    onRefusal: (refusal) => {
      showRefusal(form, refusal)
      if (JSON.stringify(refusal.data ?? refusal.msg).includes(FIGURES_DIFFER)) setOpen('figures')
    },
  })
  const isSubmitted = useRef(false)

  const save = async (given: ArticleValues): Promise<boolean> => {
    if (isBusy) return false
    const content = contentOf({ ...initial, ...given })
    const own = base.current
    const pairId = address.get('pairId')
    const done = own
      ? await saving.run({ id: own.id, version: own.version, ...content, ...(isPairDone && { isPairDone }) })
      : await adding.run({ ...content, ...origin.current, ...(pairId && edition === 'en' && { pairId }) })
    if (!done) return false
    autosave.forget()
    base.current = { id: done.id, version: done.version, versionId: done.versionId, values: { ...initial, ...given } }
    return true
  }
  /** A new article has an address of its own from now on; a stored one stays as it is. */
  const handleSaved = async () => {
    const wasAsked = isSubmitted.current
    isSubmitted.current = false
    if (wasAsked && base.current && (await submitting.run({ ids: [base.current.id] })) !== undefined) {
      return leave(places[edition].list)
    }
    if (!stored && base.current) leave(`${places[edition].edit}?id=${base.current.id}`)
  }
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const put = (next: Partial<ArticleValues>) => {
    form.setFieldsValue(next as Parameters<typeof form.setFieldsValue>[0])
    // what is open shows it
    draw()
  }

  const offered = isOffered && kept.data && (!stored || stored.hasAutosave) ? kept.data : null
  const outdated = new Set(stored?.newest.figures.filter(({ isOutdated }) => isOutdated).map(({ place }) => place)).size

  return (
    <div className="article-editor">
      <FormPage<ArticleValues>
        form={form}
        initial={initial}
        isSaving={adding.pending || saving.pending || isBusy}
        onSave={save}
        onSaved={() => void handleSaved()}
        onCancel={onCancel}
        draft={`article-${edition}-${stored?.id ?? 'new'}`}
      >
        <div className="article-columns">
          <div className="article-main">
            {people.length > 0 && (
              <Alert
                type="info"
                title={`${people.map(({ name, mode }) => `${name}（${mode === 'edit' ? '编辑' : '审核'}）`).join('、')} 也打开了这篇资讯`}
              />
            )}
            {offered && (
              <Alert
                type="info"
                title={`有 ${formatMoment(offered.at)} 自动保存、尚未保存为版本的内容`}
                action={
                  <Space>
                    <Button
                      size="small"
                      type="primary"
                      onClick={() => {
                        put(offered.form)
                        setOffered(false)
                      }}
                    >
                      恢复
                    </Button>
                    <Button
                      size="small"
                      onClick={() => {
                        setOffered(false)
                        void drop.run({ id: stored?.id ?? null })
                      }}
                    >
                      放弃
                    </Button>
                  </Space>
                }
              />
            )}
            {outdated > 0 && (
              <Alert
                type="warning"
                title={`引用的价格有 ${outdated} 处已更正`}
                action={
                  <Button size="small" onClick={() => setOpen('figures')}>
                    查看更正
                  </Button>
                }
              />
            )}
            <Field of={calls.add} name="title">
              <Input maxLength={200} placeholder="请输入标题" />
            </Field>
            <Field of={calls.add} name="subtitle" isRequired={false}>
              <Input maxLength={200} />
            </Field>
            <Field of={calls.add} name="summary" isRequired={false}>
              <Input.TextArea maxLength={1_000} rows={3} />
            </Field>
            <Form.Item name="body" noStyle>
              <ArticleText
                aria-label="正文"
                onBusy={setBusy}
                forbidden={standard?.forbiddenWords ?? nothing}
                tools={(editor) => (
                  <>
                    <PriceButton editor={editor} productId={productId} />
                    <FindBar editor={editor} />
                    <CaptionTool editor={editor} />
                    <TermTool editor={editor} edition={edition} />
                  </>
                )}
              />
            </Form.Item>
          </div>
          <aside className="article-side">
            <Space wrap>
              <Can call={articleActs[edition].submit}>
                <Button
                  type="primary"
                  loading={submitting.pending}
                  onClick={() => {
                    isSubmitted.current = true
                    form.submit()
                  }}
                >
                  保存并提交审核
                </Button>
              </Can>
              {!stored && <Button onClick={() => setOpen('template')}>由模板生成</Button>}
              <Button onClick={() => setOpen('preview')}>预览</Button>
              <Button onClick={() => setOpen('figures')}>核对价格</Button>
              {stored && <Button onClick={() => setOpen('versions')}>历史版本</Button>}
              {stored && <AiButtons edition={edition} id={stored.id} />}
              {edition === 'en' && stored?.pairId && <Button onClick={() => setOpen('pair')}>中英文对照</Button>}
            </Space>
            <p className="article-autosave" role="status">
              {autosave.state === 'failed' && '自动保存没有成功，内容仍保存在本机'}
              {typeof autosave.state === 'object' && `已自动保存 ${formatMoment(autosave.state.at)}`}
            </p>
            {edition === 'en' && stored?.isPairAhead && (
              <label>
                <input type="checkbox" checked={isPairDone} onChange={({ target }) => setPairDone(target.checked)} />
                译文已按最新中文更新
              </label>
            )}
            <Standards form={form} initial={initial} standard={standard} onTyped={autosave.note} />
            <ArticleFields calls={calls} newest={stored?.newest} />
          </aside>
        </div>
      </FormPage>
      {open === 'preview' && <PreviewDialog {...valuesNow()} onClosed={() => setOpen(undefined)} />}
      {open === 'versions' && stored && (
        <VersionsDrawer
          calls={calls}
          id={stored.id}
          onRestore={(version) => put(valuesOf(version))}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'template' && (
        <TemplateFill
          edition={edition}
          productId={productId}
          onFilled={({ values: filled, templateVersionId }) => {
            origin.current = { templateVersionId }
            put(filled)
          }}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'figures' && (
        <FigureCheck
          body={valuesNow().body}
          onChange={(next) => put({ body: next })}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'pair' && stored?.pairId && (
        <PairDrawer
          pairId={stored.pairId}
          upToId={stored.pairVersionId}
          body={valuesNow().body}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {clash && (
        <ArticleConflict
          clash={clash.clash}
          onMerged={(merged) => {
            base.current = baseOf(clash.theirs)
            put(merged)
          }}
          onTheirs={() => onTakeTheirs(clash.theirs)}
          onClosed={() => setClash(undefined)}
        />
      )}
    </div>
  )
}

export default function ArticleEditorPage({ edit, edition }: { edit: boolean; edition: Edition }) {
  return (
    <RowForm edit={edit} read={articleCalls[edition].get} list={places[edition].list}>
      {(editor) => <Editor edition={edition} {...editor} />}
    </RowForm>
  )
}
