CREATE TABLE "sem_notes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"account_id" bigint,
	"day" date NOT NULL,
	"caption" text NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "key" text GENERATED ALWAYS AS (text_key("word")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sem_notes" ADD CONSTRAINT "sem_notes_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_notes" ADD CONSTRAINT "sem_notes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sem_notes_day" ON "sem_notes" USING btree ("day");