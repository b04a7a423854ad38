CREATE TABLE "registration_touches" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"registration_id" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"medium" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"term" text DEFAULT '' NOT NULL,
	"engine" text,
	"node_id" bigint,
	"click_id" text DEFAULT '' NOT NULL,
	"referrer_host" text DEFAULT '' NOT NULL,
	"landing_path" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sem_accounts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"currency" text DEFAULT 'CNY' NOT NULL,
	"time_zone" text DEFAULT 'Asia/Shanghai' NOT NULL,
	"sub_product" text,
	"owner_id" bigint,
	"monthly_budget" numeric(14, 2),
	"settling_days" smallint DEFAULT 3 NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sem_cash_factors" (
	"account_id" bigint NOT NULL,
	"from_day" date NOT NULL,
	"factor" numeric(6, 4) NOT NULL,
	CONSTRAINT "sem_cash_factors_account_id_from_day_pk" PRIMARY KEY("account_id","from_day"),
	CONSTRAINT "sem_cash_factors_range" CHECK ("sem_cash_factors"."factor" > 0 and "sem_cash_factors"."factor" <= 1)
);
--> statement-breakpoint
CREATE TABLE "sem_chunks" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"grain" smallint NOT NULL,
	"chunk" integer NOT NULL,
	"chunks" integer NOT NULL,
	"sums" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "sem_chunks_account_id_day_grain_chunk_pk" PRIMARY KEY("account_id","day","grain","chunk")
);
--> statement-breakpoint
CREATE TABLE "sem_facts" (
	"account_id" bigint NOT NULL,
	"grain" smallint NOT NULL,
	"day" date NOT NULL,
	"node_id" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"hour" smallint DEFAULT -1 NOT NULL,
	"shows" integer NOT NULL,
	"clicks" integer NOT NULL,
	"cost" numeric(14, 2) NOT NULL,
	"position" numeric(8, 2),
	"reported" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sem_facts_account_id_grain_day_node_id_device_region_hour_pk" PRIMARY KEY("account_id","grain","day","node_id","device","region","hour")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "sem_facts_other" PARTITION OF "sem_facts" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sem_months" (
	"account_id" bigint NOT NULL,
	"grain" smallint NOT NULL,
	"month" date NOT NULL,
	"node_id" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"hour" smallint DEFAULT -1 NOT NULL,
	"shows" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost" numeric(16, 2) NOT NULL,
	"reported" bigint NOT NULL,
	"weighted" numeric(20, 2) NOT NULL,
	"placed" bigint NOT NULL,
	CONSTRAINT "sem_months_account_id_grain_month_node_id_device_region_hour_pk" PRIMARY KEY("account_id","grain","month","node_id","device","region","hour")
);
--> statement-breakpoint
CREATE TABLE "sem_nodes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_id" bigint NOT NULL,
	"level" text NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"ad_group" text DEFAULT '' NOT NULL,
	"keyword" text DEFAULT '' NOT NULL,
	"word_id" bigint,
	"provider_id" text,
	"match_type" text DEFAULT '' NOT NULL,
	"path" text GENERATED ALWAYS AS (text_key("campaign") || chr(31) || text_key("ad_group") || chr(31) || text_key("keyword") || chr(31) || coalesce("word_id", 0)::text) STORED NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"owner_id" bigint,
	"target_cost" numeric(12, 2)
);
--> statement-breakpoint
CREATE TABLE "sem_replaced" (
	"replacement_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sem_replacements" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by_id" bigint,
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"grain" smallint NOT NULL,
	"act" text NOT NULL,
	"kind" text NOT NULL,
	"import_id" bigint,
	"before" jsonb,
	"after" jsonb,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sem_slices" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"grain" smallint NOT NULL,
	"rows" integer NOT NULL,
	"shows" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost" numeric(16, 2) NOT NULL,
	"reported" bigint NOT NULL,
	"weighted" numeric(20, 2) NOT NULL,
	"placed" bigint NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"imported_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"import_id" bigint,
	CONSTRAINT "sem_slices_account_id_day_grain_pk" PRIMARY KEY("account_id","day","grain")
);
--> statement-breakpoint
ALTER TABLE "search_words" DROP CONSTRAINT "search_words_account_id_search_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "match" text DEFAULT 'exact' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "exported_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "effective_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registration_touches" ADD CONSTRAINT "registration_touches_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_touches" ADD CONSTRAINT "registration_touches_node_id_sem_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."sem_nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_accounts" ADD CONSTRAINT "sem_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_cash_factors" ADD CONSTRAINT "sem_cash_factors_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_chunks" ADD CONSTRAINT "sem_chunks_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_months" ADD CONSTRAINT "sem_months_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD CONSTRAINT "sem_nodes_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD CONSTRAINT "sem_nodes_word_id_search_words_id_fk" FOREIGN KEY ("word_id") REFERENCES "public"."search_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD CONSTRAINT "sem_nodes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_replaced" ADD CONSTRAINT "sem_replaced_replacement_id_sem_replacements_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."sem_replacements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_replacements" ADD CONSTRAINT "sem_replacements_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_replacements" ADD CONSTRAINT "sem_replacements_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_slices" ADD CONSTRAINT "sem_slices_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_touches_registration" ON "registration_touches" USING btree ("registration_id","at","id");--> statement-breakpoint
CREATE INDEX "registration_touches_node" ON "registration_touches" USING btree ("node_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sem_accounts_name" ON "sem_accounts" USING btree ("source",text_key("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sem_accounts_code" ON "sem_accounts" USING btree (text_key("code"));--> statement-breakpoint
CREATE INDEX "sem_chunks_at" ON "sem_chunks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sem_facts_node" ON "sem_facts" USING btree ("node_id","day");--> statement-breakpoint
CREATE INDEX "sem_months_node" ON "sem_months" USING btree ("node_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "sem_nodes_path" ON "sem_nodes" USING btree ("account_id","level","path",coalesce("provider_id", ''));--> statement-breakpoint
CREATE INDEX "sem_nodes_provider" ON "sem_nodes" USING btree ("account_id","level","provider_id") WHERE "sem_nodes"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "sem_nodes_word" ON "sem_nodes" USING btree ("word_id");--> statement-breakpoint
CREATE INDEX "sem_nodes_campaign" ON "sem_nodes" USING btree (lower("campaign"),lower("keyword"));--> statement-breakpoint
CREATE INDEX "sem_replacements_slice" ON "sem_replacements" USING btree ("account_id","day","grain","id");--> statement-breakpoint
CREATE INDEX "sem_replacements_act" ON "sem_replacements" USING btree ("act");--> statement-breakpoint
CREATE INDEX "sem_slices_day" ON "sem_slices" USING btree ("day");
--> statement-breakpoint
-- what was imported keeps its figures. Accounts keep their ids; names that differ only by case or width stay apart
INSERT INTO "sem_accounts" ("id", "code", "source", "name") OVERRIDING SYSTEM VALUE
  SELECT a."id", a."name" || CASE WHEN count(*) OVER k > 1 THEN '-' || a."source" || '-' || a."id" ELSE '' END, a."source",
      a."name" || CASE WHEN row_number() OVER n > 1 THEN ' #' || a."id" ELSE '' END
    FROM "search_accounts" a
    WINDOW k AS (PARTITION BY text_key(a."name")), n AS (PARTITION BY a."source", text_key(a."name") ORDER BY a."id");
--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('sem_accounts', 'id'), coalesce(max("id"), 1), max("id") IS NOT NULL) FROM "sem_accounts";
--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "sem_nodes" ("account_id", "level", "campaign", "ad_group", "keyword", "word_id")
  SELECT "account_id", "level", "campaign", "ad_group", "keyword", "word_id" FROM (
    SELECT "id", "account_id", "level", "campaign", "ad_group", "keyword", "word_id" FROM "search_units"
    UNION ALL SELECT 0, "id", 'account', '', '', '', NULL FROM "search_accounts"
    UNION ALL SELECT "id", "account_id", 'campaign', "campaign", '', '', NULL FROM "search_units" WHERE "campaign" <> ''
    UNION ALL SELECT "id", "account_id", 'group', "campaign", "ad_group", '', NULL FROM "search_units" WHERE "ad_group" <> ''
    UNION ALL SELECT "id", "account_id", 'keyword', "campaign", "ad_group", "keyword", NULL FROM "search_units" WHERE "keyword" <> ''
  ) u ORDER BY "id" ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- a sheet by device and region becomes one by device and one by region, where there is none already
CREATE TEMPORARY TABLE "sem_grains" ON COMMIT DROP AS
  SELECT d."account_id", d."day", d."grain" AS old, c.cut, (d."grain" / 4 * 16 + c.cut * 4)::smallint AS grain
    FROM "search_days" d JOIN (VALUES (0, 0), (2, 1), (1, 2), (3, 1), (3, 2)) c(told, cut) ON c.told = d."grain" % 4
    WHERE d."grain" % 4 < 3 OR NOT EXISTS (SELECT FROM "search_days" e WHERE e."account_id" = d."account_id" AND e."day" = d."day"
      AND e."grain" = d."grain" - CASE c.cut WHEN 1 THEN 1 ELSE 2 END);
--> statement-breakpoint
INSERT INTO "sem_facts" ("account_id", "grain", "day", "node_id", "device", "region", "shows", "clicks", "cost", "position", "reported")
  SELECT f."account_id", g.grain, f."day", n."id", CASE g.cut WHEN 1 THEN f."device" ELSE '' END,
      CASE g.cut WHEN 2 THEN f."region" ELSE '' END, sum(f."shows"), sum(f."clicks"), sum(f."cost"),
      sum(f."position" * f."shows") / nullif(sum(f."shows") FILTER (WHERE f."position" IS NOT NULL), 0), sum(f."reported")
    FROM "search_figures" f
      JOIN "sem_grains" g ON g."account_id" = f."account_id" AND g."day" = f."day" AND g.old = f."grain"
      JOIN "search_units" u ON u."id" = f."unit_id"
      JOIN "sem_nodes" n ON n."account_id" = u."account_id" AND n."level" = u."level" AND n."path" = text_key(u."campaign") || chr(31)
        || text_key(u."ad_group") || chr(31) || text_key(u."keyword") || chr(31) || coalesce(u."word_id", 0)::text
    GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO "sem_slices" ("account_id", "day", "grain", "rows", "shows", "clicks", "cost", "reported", "weighted", "placed", "imported_at")
  SELECT f."account_id", f."day", f."grain", count(*), sum(f."shows"), sum(f."clicks"), sum(f."cost"), sum(f."reported"),
      coalesce(sum(f."position" * f."shows"), 0), coalesce(sum(f."shows") FILTER (WHERE f."position" IS NOT NULL), 0), max(d."imported_at")
    FROM "sem_facts" f JOIN "sem_grains" g ON g."account_id" = f."account_id" AND g."day" = f."day" AND g.grain = f."grain"
      JOIN "search_days" d ON d."account_id" = g."account_id" AND d."day" = g."day" AND d."grain" = g.old
    GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "sem_months" ("account_id", "grain", "month", "node_id", "device", "region", "hour", "shows", "clicks", "cost", "reported", "weighted", "placed")
  SELECT "account_id", "grain", date_trunc('month', "day")::date, "node_id", "device", "region", "hour", sum("shows"), sum("clicks"),
      sum("cost"), sum("reported"), coalesce(sum("position" * "shows"), 0), coalesce(sum("shows") FILTER (WHERE "position" IS NOT NULL), 0)
    FROM "sem_facts" GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
-- the visits that registrations know, the first before the last; none of them has a moment of its own yet
INSERT INTO "registration_touches" ("registration_id", "at", "source", "medium", "campaign", "term", "engine", "node_id", "referrer_host")
  SELECT r."id", r."created_at", t.touch ->> 'source', t.touch ->> 'medium', t.touch ->> 'campaign', t.touch ->> 'term',
      t.touch ->> 'engine', n."id", coalesce(substring(t.touch ->> 'referrer' FROM '^[a-z]+://([^/:?#]+)'), '')
    FROM "registrations" r
      CROSS JOIN LATERAL (VALUES (1, r."first_touch"), (2, nullif(r."last_touch", r."first_touch"))) t(n, touch)
      LEFT JOIN LATERAL (SELECT n."id" FROM "sem_nodes" n JOIN "sem_accounts" a ON a."id" = n."account_id"
        WHERE a."source" = t.touch ->> 'engine' AND lower(n."campaign") = lower(t.touch ->> 'campaign') AND n."campaign" <> ''
          AND n."level" IN ('campaign', 'keyword') AND lower(n."keyword") IN ('', lower(t.touch ->> 'term'))
        ORDER BY n."account_id" DESC, n."level" = 'keyword' DESC, n."id" DESC LIMIT 1) n ON true
    WHERE t.touch IS NOT NULL ORDER BY r."id", t.n;--> statement-breakpoint
DROP TABLE "search_figures";--> statement-breakpoint
DROP TABLE "search_days";--> statement-breakpoint
DROP TABLE "search_units";--> statement-breakpoint
DROP TABLE "search_accounts";
