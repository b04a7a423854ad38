CREATE TABLE "sign_in_clients" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sub_product" text NOT NULL,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"after_logout_uris" text[] DEFAULT '{}' NOT NULL,
	"logout_uri" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"secret_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_records" (
	"model" text NOT NULL,
	"hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"member_id" bigint,
	"consumed_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sign_in_records_model_hash_pk" PRIMARY KEY("model","hash")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_clients_client_id" ON "sign_in_clients" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_clients_name" ON "sign_in_clients" USING btree ("sub_product",lower("name"));--> statement-breakpoint
CREATE INDEX "sign_in_records_grant" ON "sign_in_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "sign_in_records_uid" ON "sign_in_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sign_in_records_member" ON "sign_in_records" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_in_records_expires" ON "sign_in_records" USING btree ("expires_at");