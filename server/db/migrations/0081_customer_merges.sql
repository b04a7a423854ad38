CREATE TABLE "enterprise_merges" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kept_id" bigint NOT NULL,
	"dropped" jsonb NOT NULL,
	"trace" jsonb NOT NULL,
	"actor_id" bigint NOT NULL,
	"undone_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "enterprise_merges" ADD CONSTRAINT "enterprise_merges_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enterprise_merges_kept" ON "enterprise_merges" USING btree ("kept_id","id");
